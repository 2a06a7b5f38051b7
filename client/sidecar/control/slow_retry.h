#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_

#include "absl/time/time.h"

namespace cpsizer::sidecar {

// The delay before a request that was refused is sent again although nothing has changed. Usually it is refused again.
// But another version of a shared service, a webhook or a policy can refuse a request that is accepted a minute later.
//
// A minute on average, with jitter, so that requests that were refused together do not come back together. `random` is
// in [0, 1).
inline absl::Duration SlowRetryDelay(double random) {
  return absl::Minutes(1) * (0.75 + 0.5 * random);
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SLOW_RETRY_H_
