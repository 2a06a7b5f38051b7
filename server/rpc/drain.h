#ifndef CPSIZER_SERVER_RPC_DRAIN_H_
#define CPSIZER_SERVER_RPC_DRAIN_H_

#include <functional>

#include "absl/time/time.h"

namespace cpsizer::server {

// What a drain does to a server, in the order in which it does it.
struct DrainSteps {
  // Health says NOT_SERVING from here on, so that clients and endpoints look elsewhere.
  std::function<void()> set_not_serving;
  // Lets the time pass in which the server still serves everybody.
  std::function<void(absl::Duration)> wait;
  // No new connection, and new calls are answered UNAVAILABLE.
  std::function<void()> refuse_new_calls;
  // Ends the server; calls in flight have this long to finish.
  std::function<void(absl::Duration grace)> shut_down;
};

// Takes a server out of service so that no accepted call fails.
void Drain(const DrainSteps& steps, absl::Duration delay, absl::Duration grace);

// How long a drain may take before a watchdog ends the process.
absl::Duration DrainPatience(absl::Duration delay, absl::Duration grace);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DRAIN_H_
