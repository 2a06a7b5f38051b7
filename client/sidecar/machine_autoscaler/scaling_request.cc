#include "client/sidecar/machine_autoscaler/scaling_request.h"

#include <utility>

#include "client/kube/json.h"
#include "client/kube/requests.h"
#include "client/machine/api_requests.h"
#include "client/sidecar/control/field_manager.h"

namespace cpsizer::sidecar {
namespace {

kube::Json LastTargetPatch(const v1::CrossVersionObjectReference& target) {
  kube::Json reference = {{"apiVersion", target.api_version()}, {"kind", target.kind()}, {"name", target.name()}};
  if (target.api_version().empty()) reference["apiVersion"] = nullptr;
  return {{"status", {{"lastTargetRef", std::move(reference)}}}};
}

kube::Json AutoscalerPatch(const ScalingStep& step) {
  if (step.kind == ScalingStep::Kind::kSetLastTarget) return LastTargetPatch(step.last_target);
  return {{"metadata", {{"finalizers", step.finalizers}}}};
}

kube::Json TargetPatch(const ScalingStep& step) {
  kube::Json annotations = kube::Json::object();
  for (const AnnotationChange& change : step.annotations) {
    annotations[change.key] = change.value.has_value() ? kube::Json(*change.value) : kube::Json(nullptr);
  }
  return {{"metadata", {{"annotations", std::move(annotations)}}}};
}

}  // namespace

absl::StatusOr<kube::HttpRequest> RequestOf(const ScalingStep& step, const ObjectIdentity& object) {
  const machine::ApiResource resource = step.writes_target()
                                            ? machine::ApiResource{kScalingTargetsResource, kScalingTargetsPlural}
                                            : machine::ApiResource{kBoundsResource, kBoundsPlural};
  std::string path = machine::PathOf(resource, object.name_space, object.name);
  if (step.kind == ScalingStep::Kind::kSetLastTarget) path += "/status";
  return kube::MergePatch({std::move(path), object.uid, object.resource_version},
                          step.writes_target() ? TargetPatch(step) : AutoscalerPatch(step), kFieldManager);
}

}  // namespace cpsizer::sidecar
