#include "server/engine/replicas/validate/check_autoscaler.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
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

// Source: validateOwnerReference in pkg/api/validation/objectmeta.go of apimachinery.
void CheckOwner(const v1::OwnerReference& owner, const std::string& path, Findings& findings) {
  const std::string& api_version = owner.api_version();
  if (CheckGiven(api_version, {path, -1, "apiVersion"}, findings) &&
      (!IsGroupVersion(api_version) || absl::EndsWith(api_version, "/"))) {
    findings.Add(Rule::kApiVersionInvalid, absl::StrCat(path, ".apiVersion"), api_version,
                 absl::StrCat("\"", Quoted(api_version), "\" is not a group and a version"));
  }
  CheckGiven(owner.kind(), {path, -1, "kind"}, findings);
  CheckGiven(owner.name(), {path, -1, "name"}, findings);
  CheckGiven(owner.uid(), {path, -1, "uid"}, findings);
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

void CheckAutoscalerMetadata(const v1::ObjectMeta& metadata, int kubernetes_minor, Findings& findings) {
  CheckName(metadata.name(), kDnsSubdomain, {"metadata", -1, "name"}, findings);
  if (!metadata.namespace_().empty()) {
    CheckName(metadata.namespace_(), kDnsLabel, {"metadata", -1, "namespace"}, findings);
  }
  constexpr absl::string_view kOwners = "metadata.ownerReferences";
  for (int i = 0; i < metadata.owner_references_size(); ++i) {
    CheckOwner(metadata.owner_references(i), kubernetes_minor >= 37 ? Indexed(kOwners, i) : std::string(kOwners),
               findings);
  }
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
