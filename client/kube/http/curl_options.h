#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_

#include <curl/curl.h>

#include "absl/status/status.h"

namespace cpsizer::kube {

// Sets options of a libcurl handle and keeps the first failure. A libcurl that is built without a feature does not set
// its options: a request would then be sent without them, such as without the configured certificate authority.
class CurlOptions {
 public:
  // `easy` may be null: then no option can be set.
  explicit CurlOptions(CURL* easy) : easy_(easy) {}

  // `value` has the type that libcurl documents for the option; a number is a long.
  template <typename Value>
  void Set(CURLoption option, Value value) {
    Keep(option, curl_easy_setopt(easy_, option, value));
  }

  // OK, or FailedPrecondition with the first option that was not set, and the reason. Nothing may be sent then.
  const absl::Status& status() const { return status_; }

 private:
  void Keep(CURLoption option, CURLcode code);

  CURL* const easy_;
  absl::Status status_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
