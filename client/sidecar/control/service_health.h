#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/event_loop.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/slow_retry.h"

namespace cpsizer::sidecar {

// The recent results of calls to the service. Refusals of a request (client/service/call_failure.h) are responses.
// Must be used only on the thread of the event loop.
class ServiceHealth {
 public:
  // Counts in `counters.service_failures`. Must not outlive `loop` and `counters`.
  ServiceHealth(kube::EventLoop& loop, Counters& counters) : loop_(loop), counters_(counters) {}

  // A call failed with this error. Returns the delay before the next call, if calls are made one at a time: longer
  // after each failure, and not shorter than the delay that a busy service requested.
  absl::Duration Failed(const absl::Status& status);
  // A call got a response: the next failure is treated as the first.
  void Answered();

  // Returns the error of the last call; empty after a response.
  const std::string& error() const { return error_; }
  // Returns the time before which no call may be sent, because a busy service named a delay. A response to another call
  // does not end it.
  absl::Time busy_until() const { return busy_until_; }

 private:
  kube::EventLoop& loop_;
  Counters& counters_;
  kube::Backoff backoff_{kRetryBackoff};
  int failures_ = 0;  // since the last response
  std::string error_;
  absl::Time busy_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_
