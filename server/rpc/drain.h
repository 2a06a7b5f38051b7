#ifndef CPSIZER_SERVER_RPC_DRAIN_H_
#define CPSIZER_SERVER_RPC_DRAIN_H_

#include <functional>

#include "absl/time/time.h"

namespace cpsizer::server {

// The steps of a drain, in the order in which Drain() calls them.
struct DrainSteps {
  // Makes health checks return NOT_SERVING, so that clients and endpoints use other servers.
  std::function<void()> set_not_serving;
  // Waits. During this time the server still serves all calls.
  std::function<void(absl::Duration)> wait;
  // Refuses new connections. New calls get UNAVAILABLE.
  std::function<void()> refuse_new_calls;
  // Shuts the server down. Calls in flight may continue for up to `grace`.
  std::function<void(absl::Duration grace)> shut_down;
};

// Drains a server. The order of the steps ensures that no accepted call fails if it finishes within `grace`.
void Drain(const DrainSteps& steps, absl::Duration delay, absl::Duration grace);

// Returns the timeout of a drain. After this time a watchdog terminates the process.
absl::Duration DrainTimeout(absl::Duration delay, absl::Duration grace);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DRAIN_H_
