#ifndef CPSIZER_CLIENT_OBJECTS_CPU_POLICIES_H_
#define CPSIZER_CLIENT_OBJECTS_CPU_POLICIES_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::objects {

// The table of CPU policies, by their names in flags and annotations.
struct CpuPolicyInfo {
  const char* name;
  v1::SizeCpuPolicy value;
};
inline constexpr CpuPolicyInfo kCpuPolicies[] = {
    {"when-capacity-configured", v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED},
    {"when-fraction-configured", v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED},
    {"never", v1::SIZE_CPU_POLICY_NEVER}};

// Returns the name of a policy; that of the default, the first one, for SIZE_CPU_POLICY_UNSPECIFIED.
absl::string_view CpuPolicyName(v1::SizeCpuPolicy policy);
// Returns SIZE_CPU_POLICY_UNSPECIFIED for any other name.
v1::SizeCpuPolicy CpuPolicyNamed(absl::string_view name);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CPU_POLICIES_H_
