#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/backoff.h"

namespace cpsizer::sidecar {

// The delays between attempts of a failing call or write, at most 16 s with jitter: all decisions take effect within 30
// s after the end of a failure, however long it lasted (docs/sidecar.md, "After a fault"). A failing server is
// protected by the jitter, by the limits of requests per second and of concurrent requests, and by the delays that it
// requests.
inline constexpr kube::Backoff::Options kRetryBackoff = {absl::Milliseconds(800), absl::Seconds(8), absl::Minutes(2)};

// The delay before a refused request is sent again although nothing has changed. Usually it is refused again. But
// another version of a shared service, a webhook or a policy can refuse a request that is accepted a minute later.
//
// A minute on average, with jitter, so that requests that were refused together are not repeated together. `random` is
// in [0, 1).
inline absl::Duration SlowRetryDelay(double random) {
  return absl::Minutes(1) * (0.75 + 0.5 * random);
}

// The shortest delay before a write is repeated to which the API server responded with `status`: a refused write (422)
// waits as above, and a delay that the server requested is not shortened. `random` is in [0, 1).
inline absl::Duration LeastRetryDelay(const absl::Status& status, double random) {
  constexpr double kMostJitter = 0.25;
  if (absl::IsInvalidArgument(status)) return SlowRetryDelay(random);
  return kube::RetryAfter(status).value_or(absl::ZeroDuration()) * (1 + kMostJitter * random);
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
