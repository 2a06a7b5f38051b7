#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_

#include <curl/curl.h>

#include "absl/status/status.h"

namespace cpsizer::kube {

// Sets options of a libcurl handle and stores the first error. An option fails if libcurl was built without the feature
// that the option needs. After an error, the request must not be sent, because it would be sent without this option,
// for example without the configured certificate authority.
class CurlOptions {
 public:
  // If `easy` is null, Set() fails.
  explicit CurlOptions(CURL* easy) : easy_(easy) {}

  // `value` must have the type in the documentation of libcurl. If the option is a number, `value` must be a long.
  template <typename Value>
  void Set(CURLoption option, Value value) {
    Keep(option, curl_easy_setopt(easy_, option, value));
  }

  // Returns FailedPrecondition if an option could not be set. In this case the request must not be sent. The message
  // contains the first option that could not be set, and the reason.
  const absl::Status& status() const { return status_; }

 private:
  void Keep(CURLoption option, CURLcode code);

  CURL* const easy_;
  absl::Status status_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
