#include "client/kube/http/backoff.h"

#include <algorithm>

namespace cpsizer::kube {

absl::Duration Backoff::Next(absl::Time now, double random) {
  if (now - last_ > options_.reset_after) step_ = options_.first;
  last_ = now;
  const absl::Duration step = step_;
  step_ = std::min(step_ * 2, options_.most);
  return step + step * random;
}

}  // namespace cpsizer::kube
