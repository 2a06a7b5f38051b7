#ifndef CPSIZER_CPU_DEFAULTS_H_
#define CPSIZER_CPU_DEFAULTS_H_

#include <cstdint>

namespace cpsizer {

// The number of CPUs that default requests are made for: three nodes of two CPUs.
inline constexpr int32_t kDefaultControlPlaneCpuCount = 6;

}  // namespace cpsizer

#endif  // CPSIZER_CPU_DEFAULTS_H_
