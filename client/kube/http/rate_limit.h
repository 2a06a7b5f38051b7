#ifndef CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
#define CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_

#include "absl/time/time.h"

namespace cpsizer::kube {

// A token bucket for requests: a burst, then a number for each second, first come first served. A value type.
class RateLimit {
 public:
  // `per_second` 0 means no limit. Requires burst >= 1 otherwise.
  RateLimit(double per_second, int burst);

  // The time at which the next request may be sent: `now` or later.
  absl::Time Reserve(absl::Time now);

 private:
  absl::Duration interval_;
  absl::Duration tolerance_;
  // The time at which a client without a burst would have sent all reserved requests.
  absl::Time reserved_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
