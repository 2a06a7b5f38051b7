#include "client/objects/lease/cpu_policies.h"

namespace cpsizer::objects {

absl::string_view CpuPolicyName(v1::SizeCpuPolicy policy) {
  for (const CpuPolicyInfo& info : kCpuPolicies) {
    if (info.value == policy) return info.name;
  }
  return kCpuPolicies[0].name;
}

v1::SizeCpuPolicy CpuPolicyNamed(absl::string_view name) {
  for (const CpuPolicyInfo& info : kCpuPolicies) {
    if (info.name == name) return info.value;
  }
  return v1::SIZE_CPU_POLICY_UNSPECIFIED;
}

}  // namespace cpsizer::objects
