#ifndef CPSIZER_CLIENT_OBJECTS_LEASE_CPU_POLICIES_H_
#define CPSIZER_CLIENT_OBJECTS_LEASE_CPU_POLICIES_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::objects {

// An entry of the table of CPU policies. Flags and annotations contain the name.
struct CpuPolicyInfo {
  const char* name;
  v1::SizeCpuPolicy value;
};
inline constexpr CpuPolicyInfo kCpuPolicies[] = {
    {"when-capacity-configured", v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED},
    {"when-fraction-configured", v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED},
    {"never", v1::SIZE_CPU_POLICY_NEVER}};

// Returns the name of a policy. For SIZE_CPU_POLICY_UNSPECIFIED, returns the name of the default, which is the first
// entry.
absl::string_view CpuPolicyName(v1::SizeCpuPolicy policy);
// Returns the policy with this name, or SIZE_CPU_POLICY_UNSPECIFIED if there is none.
v1::SizeCpuPolicy CpuPolicyNamed(absl::string_view name);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_LEASE_CPU_POLICIES_H_
