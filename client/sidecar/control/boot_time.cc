#include "client/sidecar/control/boot_time.h"

#include <ctime>

namespace cpsizer::sidecar {

absl::Time BootTime() {
  timespec now = {};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return absl::TimeFromTimespec(now);
}

}  // namespace cpsizer::sidecar
