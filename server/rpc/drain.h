#ifndef CPSIZER_SERVER_RPC_DRAIN_H_
#define CPSIZER_SERVER_RPC_DRAIN_H_

#include <functional>

#include "absl/time/time.h"

namespace cpsizer::server {

// The steps of a drain, in their order.
struct DrainSteps {
  // Reports NOT_SERVING to health checks, so that clients and endpoints use other servers.
  std::function<void()> set_not_serving;
  // Waits while the server still serves all calls.
  std::function<void(absl::Duration)> wait;
  // Refuses new connections, and answers new calls UNAVAILABLE.
  std::function<void()> refuse_new_calls;
  // Ends the server; calls in flight have this long to finish.
  std::function<void(absl::Duration grace)> shut_down;
};

// Takes a server out of service so that no accepted call fails.
void Drain(const DrainSteps& steps, absl::Duration delay, absl::Duration grace);

// The time after which a watchdog terminates a process that drains.
absl::Duration DrainTimeout(absl::Duration delay, absl::Duration grace);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DRAIN_H_
