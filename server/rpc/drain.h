#ifndef CPSIZER_SERVER_RPC_DRAIN_H_
#define CPSIZER_SERVER_RPC_DRAIN_H_

#include <functional>

#include "absl/time/time.h"

namespace cpsizer::server {

// The steps of a drain, in the order in which they are called.
struct DrainSteps {
  // Reports NOT_SERVING to health checks, so that clients and endpoints use other servers.
  std::function<void()> set_not_serving;
  // Waits; the server still serves all calls.
  std::function<void(absl::Duration)> wait;
  // Refuses new connections, and answers new calls with UNAVAILABLE.
  std::function<void()> refuse_new_calls;
  // Ends the server. Calls in flight may take up to `grace` to finish.
  std::function<void(absl::Duration grace)> shut_down;
};

// Takes a server out of service. The order of the steps ensures that no accepted call fails, if it finishes within
// `grace`.
void Drain(const DrainSteps& steps, absl::Duration delay, absl::Duration grace);

// Returns the time after which a watchdog terminates a process that drains.
absl::Duration DrainTimeout(absl::Duration delay, absl::Duration grace);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DRAIN_H_
