#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_

#include <curl/curl.h>

#include "absl/status/status.h"

namespace cpsizer::kube {

// Sets options of a libcurl handle and keeps the first failure. An option cannot be set if libcurl is built without the
// feature of the option. After a failure, the request must not be sent: for example, it could ignore the configured
// certificate authority.
class CurlOptions {
 public:
  // If `easy` is null, setting an option fails.
  explicit CurlOptions(CURL* easy) : easy_(easy) {}

  // `value` must have the type that libcurl documents for the option. A number must be a long.
  template <typename Value>
  void Set(CURLoption option, Value value) {
    Keep(option, curl_easy_setopt(easy_, option, value));
  }

  // Returns FailedPrecondition if an option could not be set. The message has the first such option and the reason. In
  // this case the request must not be sent.
  const absl::Status& status() const { return status_; }

 private:
  void Keep(CURLoption option, CURLcode code);

  CURL* const easy_;
  absl::Status status_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_OPTIONS_H_
