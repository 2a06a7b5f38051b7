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

// How the service has answered of late. Refusals of a request (client/service/call_failure.h) are answers. Belongs to
// the loop.
class ServiceHealth {
 public:
  // Counts in `counters.service_failures`. Must not outlive `loop` and `counters`.
  ServiceHealth(kube::EventLoop& loop, Counters& counters) : loop_(loop), counters_(counters) {}

  // A call failed with this error. Returns how long to wait before the next call where there is one call at a time:
  // longer after each failure, and not shorter than the delay that a busy service named.
  absl::Duration Failed(const absl::Status& status);
  // A call was answered: the next failure is a first one.
  void Answered();

  // Why the last call failed; empty after an answer.
  const std::string& error() const { return error_; }
  // No call may be sent before: a busy service named the delay. An answer to another call does not end it.
  absl::Time busy_until() const { return busy_until_; }

 private:
  kube::EventLoop& loop_;
  Counters& counters_;
  kube::Backoff backoff_{kRetryBackoff};
  int failures_ = 0;  // since the last answer
  std::string error_;
  absl::Time busy_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_
