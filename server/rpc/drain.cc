#include "server/rpc/drain.h"

#include "server/process/watchdog.h"

namespace cpsizer::server {

void Drain(const DrainSteps& steps, absl::Duration delay, absl::Duration grace) {
  steps.set_not_serving();
  steps.wait(delay);
  steps.refuse_new_calls();
  steps.shut_down(grace);
}

absl::Duration DrainTimeout(absl::Duration delay, absl::Duration grace) {
  return delay + grace + absl::FromChrono(kWatchdogSlack);
}

}  // namespace cpsizer::server
