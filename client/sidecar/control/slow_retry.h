#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_

#include "absl/time/time.h"
#include "client/kube/http/backoff.h"

namespace cpsizer::sidecar {

// The delays between attempts of a failing call or write. A delay is at most 16 s with jitter. Therefore all decisions
// take effect within 30 s after a failure ends, even after a long failure (docs/sidecar.md, "After a fault"). A failing
// server is protected by the jitter, by the limits of requests per second and of concurrent requests, and by the delays
// that the server requests.
inline constexpr kube::Backoff::Options kRetryBackoff = {absl::Milliseconds(800), absl::Seconds(8), absl::Minutes(2)};

// Returns the delay before the same refused request is sent again. Usually the request is refused again. However,
// another version of a shared service, of a webhook or of a policy may accept the request a minute later.
//
// The delay is one minute on average. It has jitter, so that requests that were refused at the same time are not
// repeated at the same time. `random` is in [0, 1).
inline absl::Duration SlowRetryDelay(double random) {
  return absl::Minutes(1) * (0.75 + 0.5 * random);
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
