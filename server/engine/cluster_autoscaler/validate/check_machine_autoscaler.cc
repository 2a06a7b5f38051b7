#include "server/engine/cluster_autoscaler/validate/check_machine_autoscaler.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/validate/min_max.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kTarget = "spec.scaleTargetRef";

// The operator accepts exactly one version and one kind.
void CheckTargetWord(absl::string_view text, absl::string_view wanted, absl::string_view field, Findings& findings) {
  if (text == wanted) return;
  findings.Add(Rule::kTargetNotMachineSet, absl::StrCat(kTarget, ".", field), text,
               absl::StrCat("\"", Quoted(text), "\" is not ", wanted));
}

void CheckTarget(const v1::CrossVersionObjectReference& target, Findings& findings) {
  CheckTargetWord(target.api_version(), kTargetVersion, "apiVersion", findings);
  CheckTargetWord(target.kind(), kTargetKind, "kind", findings);
  CheckName(target.name(), kDnsSubdomain, {kTarget, -1, "name"}, findings);
}

}  // namespace

void CheckMachineAutoscaler(const v1::MachineAutoscaler& autoscaler, Findings& findings) {
  CheckObjectType(autoscaler, kMachineAutoscalerType, findings);
  const v1::MachineAutoscalerSpec& spec = autoscaler.spec();
  CheckMinMax({{"spec", -1, "minReplicas"}, spec.has_min_replicas(), spec.min_replicas()},
              {{"spec", -1, "maxReplicas"}, spec.has_max_replicas(), spec.max_replicas()}, 1,
              Rule::kMaxReplicasBelowMin, findings);
  spec.has_scale_target_ref() ? CheckTarget(spec.scale_target_ref(), findings)
                              : ReportMissing({"spec", -1, "scaleTargetRef"}, "", findings);
}

void WarnAboutMachineAutoscaler(const v1::MachineAutoscaler& autoscaler, Findings& findings) {
  const v1::MachineAutoscalerSpec& spec = autoscaler.spec();
  if (spec.min_replicas() != spec.max_replicas()) return;
  findings.Add(Rule::kMinEqualsMax, "spec.maxReplicas", absl::StrCat(spec.max_replicas()),
               absl::StrCat("minReplicas and maxReplicas are both ", spec.max_replicas()));
}

}  // namespace cpsizer
