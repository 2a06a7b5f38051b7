#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_BOOT_TIME_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_BOOT_TIME_H_

#include "absl/time/time.h"

namespace cpsizer::sidecar {

// Returns the time of a clock that is never set back and that also runs while the machine or this process sleeps. The
// result is not the time of day.
absl::Time BootTime();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_BOOT_TIME_H_
