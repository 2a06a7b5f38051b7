#include "client/kube/http/rate_limit.h"

#include <algorithm>

namespace cpsizer::kube {

RateLimit::RateLimit(double per_second, int burst)
    : interval_(per_second > 0 ? absl::Seconds(1 / per_second) : absl::ZeroDuration()),
      tolerance_(interval_ * (burst - 1)) {}

absl::Time RateLimit::Reserve(absl::Time now) {
  const absl::Time when = std::max(reserved_until_, now);
  reserved_until_ = when + interval_;
  return std::max(when - tolerance_, now);
}

}  // namespace cpsizer::kube
