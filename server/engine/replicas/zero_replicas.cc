#include "server/engine/replicas/zero_replicas.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kScaledToZero = "ScaledToZero";

}  // namespace

ZeroReplicas::ZeroReplicas(const v1::HorizontalPodAutoscaler& autoscaler, const ScalingSpec& spec,
                           const ReplicasSettings& settings)
    : spec_(spec),
      gate_(settings.scale_to_zero),
      by_condition_(settings.zero_rule == v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION),
      was_scaled_to_zero_(by_condition_ && gate_ && HasTrueCondition(autoscaler, kScaledToZero)) {}

bool ZeroReplicas::Disable(AutoscalerReport& report) const {
  if (!by_condition_) return spec_.min != 0;
  // If `minReplicas` is 0, at least one metric can be measured without pods: CheckAutoscaler() requires such a metric.
  if (was_scaled_to_zero_) return false;
  if (!gate_) report.RemoveCondition(kScaledToZero);
  return true;
}

int32_t ZeroReplicas::AtLeastMin(int32_t current, int32_t desired) const {
  const bool comes_back = current == 0 && spec_.min != 0 && was_scaled_to_zero_;
  return comes_back && desired < spec_.min ? spec_.min : desired;
}

void ZeroReplicas::NoteRescale(int32_t current, int32_t desired, AutoscalerReport& report) const {
  if (!by_condition_) return;
  if (!gate_) {
    report.RemoveCondition(kScaledToZero);
  } else if (current > 0 && desired == 0 && spec_.min == 0) {
    report.SetCondition(kScaledToZero, true, "ScaledToZero", "the HPA controller scaled the workload to zero");
  } else {
    report.SetCondition(kScaledToZero, false, "NotScaledToZero",
                        "the HPA controller did not scale the workload to zero");
  }
}

}  // namespace cpsizer
