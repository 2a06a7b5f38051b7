// Fields that an update of an object must not change, and errors that are tolerated because the old object has them.
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {
namespace {

constexpr absl::string_view kUpdate = "validation-of-an-update";

v1::ValidateConfigRequest UpdateOf(absl::string_view kind, absl::string_view object, absl::string_view old) {
  return FromJson<v1::ValidateConfigRequest>(
      absl::StrCat("{\"", kind, "\": ", object, ", \"oldConfig\": {\"", kind, "\": ", old, "}}"));
}

// Returns a MachineAutoscaler with this metadata and without findings.
std::string MachineAutoscaler(absl::string_view metadata) {
  return absl::StrCat(R"({"metadata": {)", metadata, R"(}, "spec": {"minReplicas": 1, "maxReplicas": 3,
      "scaleTargetRef": {"apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": "a"}}})");
}

v1::ValidateConfigRequest MachineAutoscalerUpdate(absl::string_view metadata, absl::string_view old) {
  return UpdateOf("machineAutoscaler", MachineAutoscaler(metadata), MachineAutoscaler(old));
}

// Returns an autoscaler shop/web with `min` to 10 replicas. Its target is a Deployment with the apiVersion `target`,
// and its metric describes an Ingress with the apiVersion `described`.
std::string AutoscalerText(int min, absl::string_view target, absl::string_view described) {
  return absl::StrCat(
      R"({"metadata": {"name": "web", "namespace": "shop"}, "spec": {"maxReplicas": 10, "minReplicas": )", min,
      R"(, "scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": ")", target,
      R"("}, "metrics": [{"type": "Object", "object": {"metric": {"name": "hits"},
                      "target": {"type": "Value", "value": "10"},
                      "describedObject": {"kind": "Ingress", "name": "web", "apiVersion": ")",
      described, R"("}}}]}})");
}

v1::ValidateConfigRequest AutoscalerUpdate(const std::string& autoscaler, const std::string& old) {
  return UpdateOf("horizontalPodAutoscaler", autoscaler, old);
}

// Kubernetes v1.36 is the last version in which the feature gate HPAScaleToZero is off by default.
v1::ValidateConfigRequest Before137(v1::ValidateConfigRequest request) {
  request.set_kubernetes_version("v1.36.3");
  return request;
}

constexpr char kShop[] = R"("name": "a", "namespace": "shop", "uid": "0c42", "resourceVersion": "7")";

}  // namespace

std::vector<Vector> UpdateVectors() {
  constexpr char kGood[] = "networking.k8s.io/v1";
  return {
      {kUpdate,
       "FIELD_IMMUTABLE: name, namespace and uid",
       MachineAutoscalerUpdate(R"("name": "b", "namespace": "bar", "uid": "6f1e")", kShop),
       {"not valid", "ERROR FIELD_IMMUTABLE metadata.name", "ERROR FIELD_IMMUTABLE metadata.namespace",
        "ERROR FIELD_IMMUTABLE metadata.uid"}},
      {kUpdate,
       "a field that a manifest leaves out has the value of the old object",
       MachineAutoscalerUpdate(R"("name": "a")", kShop),
       {"valid"}},
      {kUpdate,
       "FIELD_IMMUTABLE: deletionTimestamp is set",
       MachineAutoscalerUpdate(R"("name": "a", "deletionTimestamp": "2026-01-02T03:04:05Z")", kShop),
       {"not valid", "ERROR FIELD_IMMUTABLE metadata.deletionTimestamp"}},
      {kUpdate,
       "FINALIZER_ADDED",
       MachineAutoscalerUpdate(R"("name": "a", "finalizers": ["example.com/b", "example.com/a"])",
                               R"("deletionTimestamp": "2026-01-02T03:04:05Z", "finalizers": ["example.com/a"])"),
       {"not valid", "ERROR FINALIZER_ADDED metadata.finalizers[0]"}},
      {kUpdate,
       "KIND_MISMATCH of the old object",
       FromJson<v1::ValidateConfigRequest>(
           absl::StrCat(R"({"machineAutoscaler": )", MachineAutoscaler(kShop),
                        R"(, "oldConfig": {"clusterAutoscaler": {"metadata": {"name": "default"}}}})")),
       {"INVALID_ARGUMENT KIND_MISMATCH", "oldConfig"}},
      {kUpdate,
       "an invalid apiVersion of the target is tolerated if the kind and the apiVersion do not change",
       AutoscalerUpdate(AutoscalerText(2, "v1", kGood), AutoscalerText(1, "v1", kGood)),
       {"valid", "WARNING API_VERSION_INVALID spec.scaleTargetRef.apiVersion"}},
      {kUpdate,
       "a new invalid apiVersion of the target is an error",
       AutoscalerUpdate(AutoscalerText(2, "v1", kGood), AutoscalerText(1, "apps/v1", kGood)),
       {"not valid", "ERROR API_VERSION_INVALID spec.scaleTargetRef.apiVersion"}},
      {kUpdate,
       "an invalid apiVersion of a described object is tolerated if the old object has one",
       AutoscalerUpdate(AutoscalerText(1, "apps/v1", "a/b/c"), AutoscalerText(1, "apps/v1", "//")),
       {"valid", "WARNING API_VERSION_INVALID spec.metrics[0].object.describedObject.apiVersion"}},
      {kUpdate,
       "minReplicas of zero can stay without the feature gate",
       Before137(AutoscalerUpdate(AutoscalerText(0, "apps/v1", kGood), AutoscalerText(0, "apps/v1", kGood))),
       {"valid"}},
      {kUpdate,
       "new minReplicas of zero cause the warning",
       Before137(AutoscalerUpdate(AutoscalerText(0, "apps/v1", kGood), AutoscalerText(1, "apps/v1", kGood))),
       {"valid", "WARNING SCALE_TO_ZERO_GATED spec.minReplicas"}},
      {kUpdate,
       "other errors remain errors even if the old object has them",
       AutoscalerUpdate(AutoscalerText(11, "apps/v1", kGood), AutoscalerText(11, "apps/v1", kGood)),
       {"not valid", "ERROR MAX_REPLICAS_BELOW_MIN spec.maxReplicas"}},
  };
}

}  // namespace cpsizer::conformance
