#ifndef CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
#define CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_

#include "absl/time/time.h"

namespace cpsizer::kube {

// A token bucket for requests. It allows a burst of requests at once, and a number of requests per second. A value
// type.
class RateLimit {
 public:
  // `per_second` 0 means that there is no limit. If `per_second` is not 0, `burst` must be at least 1.
  RateLimit(double per_second, int burst);

  // Reserves one request. Returns the time at which the request may be sent. This time is not before `now`.
  absl::Time Reserve(absl::Time now);

 private:
  absl::Duration interval_;
  absl::Duration tolerance_;
  // The time at which the next request would be sent if there were no bursts, with one request per interval. A request
  // may be sent earlier than this time by at most `tolerance_`.
  absl::Time reserved_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
