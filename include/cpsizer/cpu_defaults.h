#ifndef CPSIZER_CPU_DEFAULTS_H_
#define CPSIZER_CPU_DEFAULTS_H_

#include <cstdint>

namespace cpsizer {

// The number of CPUs that the default CPU requests of a control plane are intended for: three nodes with two CPUs each.
inline constexpr int32_t kDefaultControlPlaneCpuCount = 6;

}  // namespace cpsizer

#endif  // CPSIZER_CPU_DEFAULTS_H_
