#include "tests/sidecar/machine_autoscaler/scaling_objects_json.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"

namespace cpsizer::sidecar {

using kube::Json;

Json TargetRefJson(const std::string& name, const std::string& kind) {
  return {{"apiVersion", "machine.openshift.io/v1beta1"}, {"kind", kind}, {"name", name}};
}

std::string OwnerText(const std::string& name) {
  return absl::StrCat(kScalingNamespace, "/", name);
}

Json MachineAutoscalerJson(const BoundsJson& fields) {
  Json json = {{"apiVersion", "autoscaling.openshift.io/v1beta1"},
               {"kind", "MachineAutoscaler"},
               {"metadata", {{"namespace", kScalingNamespace}, {"name", fields.name}}},
               {"spec",
                {{"minReplicas", fields.min},
                 {"maxReplicas", fields.max},
                 {"scaleTargetRef", TargetRefJson(fields.target, fields.kind)}}}};
  if (fields.finalizer) json["metadata"]["finalizers"] = Json::array({kScalingFinalizer});
  if (fields.deleting) json["metadata"]["deletionTimestamp"] = "2026-01-02T03:04:05Z";
  if (!fields.last.empty()) json["status"]["lastTargetRef"] = TargetRefJson(fields.last);
  return json;
}

Json MachineSetJson(const TargetJson& fields) {
  Json json = {{"apiVersion", "machine.openshift.io/v1beta1"},
               {"kind", "MachineSet"},
               {"metadata", {{"namespace", kScalingNamespace}, {"name", fields.name}}},
               {"spec", {{"replicas", 1}}}};
  if (fields.owner.empty()) return json;
  json["metadata"]["annotations"] = {{kScalingOwnerKey, OwnerText(fields.owner)},
                                     {kScalingMinKey, absl::StrCat(fields.min)},
                                     {kScalingMaxKey, absl::StrCat(fields.max)}};
  return json;
}

}  // namespace cpsizer::sidecar
