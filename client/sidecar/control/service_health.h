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

// The recent results of calls to the service. A refusal of a request about one object (client/service/call_failure.h)
// is treated as a response. Must be used only on the thread of the event loop.
class ServiceHealth {
 public:
  // Counts failures in `counters.service_failures`. `loop` and `counters` must outlive this object.
  ServiceHealth(kube::EventLoop& loop, Counters& counters) : loop_(loop), counters_(counters) {}

  // Must be called when a call failed with this error. Returns the delay before the next call, for a caller that makes
  // one call at a time. The delay increases with each failure, and is at least the delay that a busy service requested.
  absl::Duration Failed(const absl::Status& status);
  // Must be called when a call got a response. After this call, the next failure is treated as the first failure.
  void Answered();

  // Returns the error of the last call; empty after a response.
  const std::string& error() const { return error_; }
  // Returns the end of the delay that a busy service requested; no call may be sent before that time. A response to
  // another call does not end the delay.
  absl::Time busy_until() const { return busy_until_; }

 private:
  kube::EventLoop& loop_;
  Counters& counters_;
  kube::Backoff backoff_{kRetryBackoff};
  int failures_ = 0;  // failures since the last response
  std::string error_;
  absl::Time busy_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_
