#include "server/engine/replicas/validate/check_autoscaler.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"
#include "server/engine/replicas/validate/check_behavior.h"
#include "server/engine/replicas/validate/check_metrics.h"
#include "server/engine/replicas/validate/check_reference.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kSpec = "spec";

void CheckBounds(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  const int min = MinReplicas(spec);
  CheckNumber(min, 0, {kSpec, -1, "minReplicas"}, findings);
  const FieldPath max_path = {kSpec, -1, "maxReplicas"};
  const int max = spec.max_replicas();
  if (max == 0) {
    ReportMissing(max_path, ", or maxReplicas is 0; write 1 or more", findings);
  } else if (max < 0) {
    CheckNumber(max, 1, max_path, findings);
  } else if (max < min) {
    findings.Add(Rule::kMaxReplicasBelowMin, max_path.ToString(), absl::StrCat(max),
                 absl::StrCat("maxReplicas ", max, " is below minReplicas ", min));
  }
}

void CheckNotNegative(int64_t value, const FieldPath& path, Findings& findings) {
  if (value >= 0) return;
  findings.Add(Rule::kValueNegative, path.ToString(), absl::StrCat(value), absl::StrCat(value, " is negative"));
}

}  // namespace

void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings) {
  CheckObjectType(autoscaler, kAutoscalerType, findings);
  const v1::HorizontalPodAutoscalerSpec& spec = autoscaler.spec();
  CheckBounds(spec, findings);
  CheckScaleTarget(spec.scale_target_ref(), "spec.scaleTargetRef", findings);
  CheckMetrics(spec, findings);
  CheckBehavior(spec.behavior(), findings);
}

void CheckAutoscalerStatus(const v1::HorizontalPodAutoscalerStatus& status, int kubernetes_minor, Findings& findings) {
  for (int i = 0; kubernetes_minor >= 37 && i < status.conditions_size(); ++i) {
    CheckNotNegative(status.conditions(i).observed_generation(), {"status.conditions", i, "observedGeneration"},
                     findings);
  }
  CheckNotNegative(status.current_replicas(), {"status", -1, "currentReplicas"}, findings);
  CheckNotNegative(status.desired_replicas(), {"status", -1, "desiredReplicas"}, findings);
}

int MinReplicas(const v1::HorizontalPodAutoscalerSpec& spec) {
  return spec.has_min_replicas() ? spec.min_replicas() : 1;
}

}  // namespace cpsizer
