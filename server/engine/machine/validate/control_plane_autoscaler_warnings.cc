#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"

namespace cpsizer {
namespace {

constexpr int64_t kShortDelay = 60 * kNanosOfAMinute;

std::string MinutesText(int64_t nanos) {
  return nanos % kNanosOfAMinute == 0 ? absl::StrCat(nanos / kNanosOfAMinute, "m")
                                      : absl::StrCat(nanos / kNanosOfASecond, "s");
}

void WarnAboutDelay(const ScalingDirection& direction, const DirectionNames& names, Findings& findings) {
  if (!direction.enabled) return;
  const std::string path = absl::StrCat(names.path, ".", names.delay);
  const std::string delay = MinutesText(direction.delay);
  if (direction.delay < kShortDelay) {
    findings.Add(Rule::kDelayShort, path, delay, absl::StrCat("the delay of ", delay, " is below 60m"));
  }
  int64_t longest = 0;
  for (const MachineTrigger& trigger : direction.triggers) longest = std::max(longest, trigger.window);
  if (direction.delay < longest) {
    findings.Add(Rule::kDelayBelowWindow, path, delay,
                 absl::StrCat("the delay of ", delay, " is below the longest window, ", MinutesText(longest)));
  }
}

// For scaleUp, returns the lowest threshold: at least one trigger is met above it. For scaleDown, returns the highest
// threshold: at least one trigger is met below it.
absl::optional<Nanos> Edge(const ScalingDirection& direction, TriggerType type, bool down) {
  absl::optional<Nanos> edge;
  for (const MachineTrigger& trigger : direction.triggers) {
    if (trigger.type != type) continue;
    edge = down ? std::max(edge.value_or(trigger.percent), trigger.percent)
                : std::min(edge.value_or(trigger.percent), trigger.percent);
  }
  return edge;
}

void WarnAboutOverlap(const ControlPlaneAutoscaler& autoscaler, TriggerType type, absl::string_view resource,
                      Findings& findings) {
  if (!autoscaler.up.enabled || !autoscaler.down.enabled) return;
  const absl::optional<Nanos> up = Edge(autoscaler.up, type, /*down=*/false);
  const absl::optional<Nanos> down = Edge(autoscaler.down, type, /*down=*/true);
  if (!up.has_value() || !down.has_value() || *down < *up) return;
  findings.Add(Rule::kThresholdsOverlap, "spec.scaleDown.triggers", "",
               absl::StrCat("scaleDown begins below ", PlainText({*down, QuantityFormat::kDecimalSI}), " % of ",
                            resource, ", and scaleUp above ", PlainText({*up, QuantityFormat::kDecimalSI}), " %"));
}

}  // namespace

void WarnAboutControlPlaneAutoscaler(const v1::ControlPlaneMachineSetAutoscaler& message,
                                     const ControlPlaneAutoscaler& autoscaler, Findings& findings) {
  WarnAboutDelay(autoscaler.up, kScaleUp, findings);
  WarnAboutDelay(autoscaler.down, kScaleDown, findings);
  const v1::AutoscalerScalingDefinition& down = message.spec().scale_down();
  if (autoscaler.down.enabled && !down.has_trigger_policy() && down.triggers_size() > 1) {
    findings.Add(Rule::kTriggerPolicyOmitted, "spec.scaleDown.triggerPolicy", "",
                 absl::StrCat("any of the ", down.triggers_size(), " triggers is enough"));
  }
  WarnAboutOverlap(autoscaler, TriggerType::kCpu, "CPU", findings);
  WarnAboutOverlap(autoscaler, TriggerType::kMemory, "memory", findings);
}

}  // namespace cpsizer
