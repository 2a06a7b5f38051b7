#ifndef CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
#define CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_

#include "absl/time/time.h"

namespace cpsizer::kube {

// A token bucket for requests: first a burst, then a fixed number of requests in each second. A value type.
class RateLimit {
 public:
  // If `per_second` is 0, there is no limit. If it is not 0, `burst` must be at least 1.
  RateLimit(double per_second, int burst);

  // Reserves one request. Returns the time when it may be sent: `now` or later.
  absl::Time Reserve(absl::Time now);

 private:
  absl::Duration interval_;
  absl::Duration tolerance_;
  // The time when all reserved requests are sent, if there is no burst.
  absl::Time reserved_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
