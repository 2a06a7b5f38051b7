#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/autoscaler_warnings.h"
#include "server/engine/replicas/validate/check_autoscaler.h"

namespace cpsizer {
namespace {

// The default of the flag --horizontal-pod-autoscaler-sync-period of kube-controller-manager.
constexpr int kSyncPeriodSeconds = 15;

// One direction of scaling.
struct Direction {
  absl::string_view path;
  absl::string_view words;      // the words after "it" in a message
  absl::string_view tolerated;  // the words after "any load" in a message about a tolerance of 1 or more
};
constexpr Direction kUp = {"spec.behavior.scaleUp", "never adds a pod", "up to twice the target or more"};
constexpr Direction kDown = {"spec.behavior.scaleDown", "never removes a pod", "down to zero"};

void WarnAboutDisabled(const v1::HPAScalingRules& rules, const Direction& direction, Findings& findings) {
  if (rules.select_policy() != "Disabled") return;
  findings.Add(Rule::kDirectionDisabled, FieldPath{direction.path, -1, "selectPolicy"}.ToString(),
               rules.select_policy(), absl::StrCat("selectPolicy is Disabled, so the autoscaler ", direction.words));
}

void WarnAboutTolerance(const v1::HPAScalingRules& rules, const Direction& direction, Findings& findings) {
  Quantity tolerance;
  const QuantityError error = ParseQuantity(rules.tolerance(), tolerance);
  if (error != QuantityError::kNone && error != QuantityError::kOutOfRange) return;
  if (tolerance.nanos < kNanosPerUnit) return;
  findings.Add(Rule::kToleranceLarge, FieldPath{direction.path, -1, "tolerance"}.ToString(), rules.tolerance(),
               absl::StrCat("a tolerance of ", Quoted(rules.tolerance()), " tolerates any load ", direction.tolerated));
}

void WarnAboutPeriods(const v1::HPAScalingRules& rules, const Direction& direction, Findings& findings) {
  for (int i = 0; i < rules.policies_size(); ++i) {
    const int period = rules.policies(i).period_seconds();
    if (period < 1 || period >= kSyncPeriodSeconds) continue;
    const std::string list = absl::StrCat(direction.path, ".policies");
    findings.Add(
        Rule::kPolicyPeriodShort, FieldPath{list, i, "periodSeconds"}.ToString(), absl::StrCat(period),
        absl::StrCat("a period of ", period, " s is shorter than the ", kSyncPeriodSeconds, " s between decisions"));
  }
}

void WarnAboutDirection(const v1::HPAScalingRules& rules, const Direction& direction, Findings& findings) {
  WarnAboutDisabled(rules, direction, findings);
  if (rules.has_tolerance()) WarnAboutTolerance(rules, direction, findings);
  WarnAboutPeriods(rules, direction, findings);
}

// The controller adds the value of the policy to a number of replicas in 32 bits.
void WarnAboutOverflow(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  const v1::HPAScalingRules& up = spec.behavior().scale_up();
  for (int i = 0; i < up.policies_size(); ++i) {
    const int32_t value = up.policies(i).value();
    if (up.policies(i).type() != "Pods" || spec.max_replicas() < 1) continue;
    if (value <= std::numeric_limits<int32_t>::max() - spec.max_replicas()) continue;
    const std::string list = absl::StrCat(kUp.path, ".policies");
    findings.Add(Rule::kPolicyOverflow, FieldPath{list, i, "value"}.ToString(), absl::StrCat(value),
                 absl::StrCat(spec.max_replicas(), " replicas plus ", value, " is above 2147483647"));
  }
}

// A percentage of zero pods is always zero.
void WarnAboutStuckAtZero(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  const v1::HPAScalingRules& up = spec.behavior().scale_up();
  const auto is_percent = [](const v1::HPAScalingPolicy& policy) { return policy.type() == "Percent"; };
  const auto percents = std::count_if(up.policies().begin(), up.policies().end(), is_percent);
  const bool stuck = up.select_policy() == "Min" ? percents > 0 : percents > 0 && percents == up.policies_size();
  if (MinReplicas(spec) != 0 || up.select_policy() == "Disabled" || !stuck) return;
  findings.Add(Rule::kStuckAtZero, absl::StrCat(kUp.path, ".policies"), "",
               "minReplicas is 0, and from 0 replicas a policy of type Percent adds none");
}

// A recommendation that is exactly as old as the window is not used. With a window of one sync period, even the
// previous recommendation is too old.
void WarnAboutShortWindow(const v1::HPAScalingRules& down, Findings& findings) {
  const int window = down.stabilization_window_seconds();
  if (!down.has_stabilization_window_seconds() || window < 0 || window > kSyncPeriodSeconds) return;
  findings.Add(Rule::kDownscaleWindowShort, FieldPath{kDown.path, -1, "stabilizationWindowSeconds"}.ToString(),
               absl::StrCat(window), absl::StrCat("a window of ", window, " s contains no earlier recommendation"));
}

}  // namespace

void WarnAboutBehavior(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  const v1::HorizontalPodAutoscalerBehavior& behavior = spec.behavior();
  const int most = std::max(behavior.scale_up().policies_size(), behavior.scale_down().policies_size());
  if (most > kMaxScalingPolicies) return;
  WarnAboutDirection(behavior.scale_up(), kUp, findings);
  WarnAboutOverflow(spec, findings);
  WarnAboutStuckAtZero(spec, findings);
  WarnAboutDirection(behavior.scale_down(), kDown, findings);
  WarnAboutShortWindow(behavior.scale_down(), findings);
}

}  // namespace cpsizer
