#ifndef CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
#define CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_

#include "absl/time/time.h"

namespace cpsizer::kube {

// Spreads requests over time: so many at once, then so many a second, first come first served. A value type.
class RateLimit {
 public:
  // `per_second` 0 means no limit. Requires burst >= 1 otherwise.
  RateLimit(double per_second, int burst);

  // When the next request may be sent: `now`, or later.
  absl::Time Reserve(absl::Time now);

 private:
  absl::Duration interval_;
  absl::Duration tolerance_;
  // When a client that never sends early would have sent what was reserved so far.
  absl::Time reserved_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_RATE_LIMIT_H_
