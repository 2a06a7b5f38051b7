#include "server/engine/replicas/validate/check_behavior.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"

namespace cpsizer {
namespace {

constexpr int kMaxStabilizationWindowSeconds = 3'600;
constexpr int kMaxPeriodSeconds = 1'800;
constexpr absl::string_view kSelectPolicies[] = {"Disabled", "Max", "Min"};
constexpr absl::string_view kPolicyTypes[] = {"Percent", "Pods"};

void CheckPolicy(const v1::HPAScalingPolicy& policy, const std::string& path, Findings& findings) {
  CheckWord(policy.type(), kPolicyTypes, {path, -1, "type"}, findings);
  CheckNumber(policy.value(), 1, {path, -1, "value"}, findings);
  CheckNumber(policy.period_seconds(), 1, kMaxPeriodSeconds, {path, -1, "periodSeconds"}, findings);
}

void CheckPolicies(const v1::HPAScalingRules& rules, const std::string& path, Findings& findings) {
  CheckCount(rules.policies_size(), kMaxScalingPolicies, path, findings);
  if (rules.policies_size() > kMaxScalingPolicies) return;
  for (int i = 0; i < rules.policies_size(); ++i) CheckPolicy(rules.policies(i), Indexed(path, i), findings);
}

void CheckRules(const v1::HPAScalingRules& rules, absl::string_view path, Findings& findings) {
  if (rules.has_stabilization_window_seconds()) {
    CheckNumber(rules.stabilization_window_seconds(), 0, kMaxStabilizationWindowSeconds,
                {path, -1, "stabilizationWindowSeconds"}, findings);
  }
  if (rules.has_select_policy()) {
    CheckWord(rules.select_policy(), kSelectPolicies, {path, -1, "selectPolicy"}, findings);
  }
  if (!rules.policies().empty()) CheckPolicies(rules, absl::StrCat(path, ".policies"), findings);
  if (rules.has_tolerance()) CheckQuantity(rules.tolerance(), 0, "is negative", {path, -1, "tolerance"}, findings);
}

}  // namespace

void CheckBehavior(const v1::HorizontalPodAutoscalerBehavior& behavior, Findings& findings) {
  CheckRules(behavior.scale_up(), "spec.behavior.scaleUp", findings);
  CheckRules(behavior.scale_down(), "spec.behavior.scaleDown", findings);
}

}  // namespace cpsizer
