#include "client/sidecar/control/service_health.h"

#include <algorithm>
#include <utility>

#include "absl/types/optional.h"
#include "client/service/call_failure.h"

namespace cpsizer::sidecar {
namespace {

// The maximum jitter, as a fraction of the requested delay. Because of the jitter, the clients do not all retry at the
// same moment.
constexpr double kMostJitter = 0.25;

}  // namespace

absl::Duration ServiceHealth::Failed(const absl::Status& status) {
  error_ = std::string(status.message());
  ++failures_;
  ++counters_.service_failures;
  const absl::Time now = loop_.now();
  const absl::optional<absl::Duration> delay = RetryDelay(status);
  if (delay.has_value()) {
    busy_until_ = std::max(busy_until_, now + *delay * (1 + kMostJitter * loop_.random()));
  }
  const absl::Duration wait = std::max(backoff_.Next(now, loop_.random()), busy_until_ - now);
  // Rounds the delay up, because log lines contain the delay.
  return absl::Ceil(wait, absl::Milliseconds(1));
}

void ServiceHealth::Answered() {
  error_.clear();
  if (std::exchange(failures_, 0) > 0) backoff_ = kube::Backoff(kRetryBackoff);
}

}  // namespace cpsizer::sidecar
