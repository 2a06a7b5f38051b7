// Errors and probable errors in a HorizontalPodAutoscaler.
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/conformance/vector.h"
#include "tests/engine/replicas/autoscalers.h"

namespace cpsizer::conformance {
namespace {

using testing::AutoscalerOf;

v1::ValidateConfigRequest Of(const v1::HorizontalPodAutoscaler& autoscaler) {
  v1::ValidateConfigRequest request;
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  return request;
}

v1::ValidateConfigRequest AutoscalerVectorsSpec(absl::string_view spec) {
  return Of(testing::WithSpec(spec));
}

// Returns a request to validate an autoscaler with a valid target. `rest` has the other fields of its spec.
v1::ValidateConfigRequest Bounds(absl::string_view rest) {
  return AutoscalerVectorsSpec(absl::StrCat(
      R"({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, )", rest, "}"));
}

v1::ValidateConfigRequest Target(absl::string_view reference) {
  return AutoscalerVectorsSpec(absl::StrCat(R"({"maxReplicas": 10, "scaleTargetRef": )", reference, "}"));
}

v1::ValidateConfigRequest Resource(absl::string_view resource) {
  return Of(testing::WithMetrics(absl::StrCat(R"([{"type": "Resource", "resource": )", resource, "}]")));
}

v1::ValidateConfigRequest External(absl::string_view metric, absl::string_view target) {
  return Of(testing::WithMetrics(
      absl::StrCat(R"([{"type": "External", "external": {"metric": )", metric, R"(, "target": )", target, "}}]")));
}

v1::ValidateConfigRequest Behavior(absl::string_view behavior) {
  return Of(testing::WithBehavior(behavior));
}

constexpr absl::string_view kSubject = "validation-of-an-autoscaler";

std::vector<Vector> Errors() {
  return {
      {kSubject,
       "KIND_MISMATCH of an autoscaler",
       Of(With(testing::WithSpec(R"({"maxReplicas": 1, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment",
                                                                      "name": "web"}})"),
               [](auto& autoscaler) { autoscaler.set_api_version("autoscaling/v1"); })),
       {"not valid", "ERROR KIND_MISMATCH apiVersion", "WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
      {kSubject,
       "FIELD_REQUIRED",
       Of(AutoscalerOf(R"({"metadata": {"namespace": "shop"}, "spec": {"scaleTargetRef": {"apiVersion": "apps/v1"},
                                                                      "metrics": [{"type": "Resource"}]}})")),
       {"not valid", "ERROR FIELD_REQUIRED metadata.name", "ERROR FIELD_REQUIRED spec.maxReplicas",
        "ERROR FIELD_REQUIRED spec.scaleTargetRef.kind", "ERROR FIELD_REQUIRED spec.scaleTargetRef.name",
        "ERROR FIELD_REQUIRED spec.metrics[0].resource"}},
      {kSubject,
       "FIELD_FORBIDDEN",
       Resource(R"({"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60, "averageValue": "1"}})"),
       {"not valid", "ERROR FIELD_FORBIDDEN spec.metrics[0].resource.target.averageValue",
        "WARNING TARGET_TYPE_MISMATCH spec.metrics[0].resource.target.type"}},
      {kSubject,
       "VALUE_NOT_SUPPORTED",
       Behavior(R"({"scaleUp": {"selectPolicy": "max", "policies": [{"type": "pods", "value": 1,
                                                                     "periodSeconds": 15}]}})"),
       {"not valid", "ERROR VALUE_NOT_SUPPORTED spec.behavior.scaleUp.selectPolicy",
        "ERROR VALUE_NOT_SUPPORTED spec.behavior.scaleUp.policies[0].type"}},
      {kSubject,
       "VALUE_OUT_OF_RANGE",
       Behavior(R"({"scaleDown": {"stabilizationWindowSeconds": 3601, "tolerance": "-1m",
                                  "policies": [{"type": "Pods", "value": 0, "periodSeconds": 1801}]}})"),
       {"not valid", "ERROR VALUE_OUT_OF_RANGE spec.behavior.scaleDown.stabilizationWindowSeconds",
        "ERROR VALUE_OUT_OF_RANGE spec.behavior.scaleDown.policies[0].value",
        "ERROR VALUE_OUT_OF_RANGE spec.behavior.scaleDown.policies[0].periodSeconds",
        "ERROR VALUE_OUT_OF_RANGE spec.behavior.scaleDown.tolerance"}},
      {kSubject,
       "QUANTITY_MALFORMED in an autoscaler",
       External(R"({"name": "queue"})", R"({"type": "Value", "value": "30 jobs"})"),
       {"not valid", "ERROR QUANTITY_MALFORMED spec.metrics[0].external.target.value"}},
      {kSubject,
       "NAME_INVALID",
       Target(R"({"apiVersion": "apps/v1", "kind": "Deployment", "name": "shop/web"})"),
       {"not valid", "ERROR NAME_INVALID spec.scaleTargetRef.name"}},
      {kSubject,
       "API_VERSION_INVALID",
       Target(R"({"apiVersion": "v1", "kind": "Deployment", "name": "web"})"),
       {"not valid", "ERROR API_VERSION_INVALID spec.scaleTargetRef.apiVersion"}},
      {kSubject,
       "a ReplicationController needs no group",
       Target(R"({"apiVersion": "v1", "kind": "ReplicationController", "name": "web"})"),
       {"valid"}},
      {kSubject,
       "MAX_REPLICAS_BELOW_MIN",
       Bounds(R"("minReplicas": 5, "maxReplicas": 4)"),
       {"not valid", "ERROR MAX_REPLICAS_BELOW_MIN spec.maxReplicas"}},
      {kSubject,
       "SCALE_TO_ZERO_WITHOUT_METRIC",
       Bounds(R"("minReplicas": 0, "maxReplicas": 4)"),
       {"not valid", "ERROR SCALE_TO_ZERO_WITHOUT_METRIC spec.metrics"}},
      {kSubject,
       "FIELD_REQUIRED in an owner reference and VALUE_NEGATIVE in a condition",
       Of(testing::AutoscalerOf(R"({"metadata": {"name": "web", "ownerReferences": [
                                        {"apiVersion": "v1", "kind": "Pod", "name": "p"}]},
                                    "spec": {"maxReplicas": 10, "scaleTargetRef": {
                                        "apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}},
                                    "status": {"conditions": [{"type": "AbleToScale", "observedGeneration": "-1"}]}})")),
       {"not valid", "ERROR FIELD_REQUIRED metadata.ownerReferences[0].uid",
        "ERROR VALUE_NEGATIVE status.conditions[0].observedGeneration"}},
      {kSubject,
       "NAME_INVALID and FIELD_FORBIDDEN in the metadata",
       Of(testing::AutoscalerOf(R"({"metadata": {"name": "web", "labels": {"app": "shop web", "a b": ""},
                                        "annotations": {"Example.COM/note": "", "example.com/": ""},
                                        "finalizers": ["keep", "orphan", "foregroundDeletion"], "ownerReferences": [
                                        {"apiVersion": "v1", "kind": "Event", "name": "e", "uid": "1", "controller": true},
                                        {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "2", "controller": true}]},
                                    "spec": {"maxReplicas": 10, "scaleTargetRef": {
                                        "apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}})")),
       {"not valid", "ERROR NAME_INVALID metadata.labels", "ERROR NAME_INVALID metadata.labels",
        "ERROR NAME_INVALID metadata.annotations", "ERROR FIELD_FORBIDDEN metadata.ownerReferences[0]",
        "ERROR FIELD_FORBIDDEN metadata.ownerReferences", "ERROR FIELD_FORBIDDEN metadata.finalizers",
        "ERROR NAME_INVALID metadata.finalizers[0]"}},
  };
}

constexpr char kFromZero[] = R"("minReplicas": 0, "maxReplicas": 4,
    "metrics": [{"type": "External", "external": {"metric": {"name": "queue"},
                                                  "target": {"type": "Value", "value": "30"}}}],
    "behavior": {"scaleUp": {"policies": [{"type": "Percent", "value": 100, "periodSeconds": 15}]}})";

std::vector<Vector> Warnings() {
  return {
      {kSubject, "an autoscaler without metrics and behavior is fine", Bounds(R"("maxReplicas": 10)"), {"valid"}},
      {kSubject,
       "SCALE_TO_ZERO_GATED and STUCK_AT_ZERO",
       With(Bounds(kFromZero), [](auto& request) { request.set_kubernetes_version("v1.36.3"); }),
       {"valid", "WARNING SCALE_TO_ZERO_GATED spec.minReplicas",
        "WARNING STUCK_AT_ZERO spec.behavior.scaleUp.policies"}},
      {kSubject,
       "from Kubernetes v1.37, minReplicas may be 0",
       Bounds(kFromZero),
       {"valid", "WARNING STUCK_AT_ZERO spec.behavior.scaleUp.policies"}},
      {kSubject,
       "EXTERNAL_NAME_UPPERCASE",
       External(R"({"name": "Queue_Depth"})", R"({"type": "Value", "value": "30"})"),
       {"valid", "NOTE EXTERNAL_NAME_UPPERCASE spec.metrics[0].external.metric.name"}},
      {kSubject,
       "MIN_EQUALS_MAX",
       Bounds(R"("minReplicas": 4, "maxReplicas": 4)"),
       {"valid", "WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
      {kSubject,
       "TARGET_NOT_SCALABLE",
       Target(R"({"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent"})"),
       {"valid", "WARNING TARGET_NOT_SCALABLE spec.scaleTargetRef.kind"}},
      {kSubject,
       "UTILIZATION_ABOVE_REQUESTS",
       Resource(R"({"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 101}})"),
       {"valid", "WARNING UTILIZATION_ABOVE_REQUESTS spec.metrics[0].resource.target.averageUtilization"}},
      {kSubject,
       "RESOURCE_NOT_MEASURED",
       Resource(R"({"name": "ephemeral-storage", "target": {"type": "AverageValue", "averageValue": "1Gi"}})"),
       {"valid", "WARNING RESOURCE_NOT_MEASURED spec.metrics[0].resource.name"}},
      {kSubject,
       "TARGET_TYPE_MISMATCH",
       External(R"({"name": "queue"})", R"({"type": "Value", "averageValue": "30"})"),
       {"valid", "WARNING TARGET_TYPE_MISMATCH spec.metrics[0].external.target.type"}},
      {kSubject,
       "TARGET_OVERFLOW",
       External(R"({"name": "queue"})", R"({"type": "Value", "value": "20E"})"),
       {"valid", "WARNING TARGET_OVERFLOW spec.metrics[0].external.target.value"}},
      {kSubject,
       "TARGET_ROUNDED",
       External(R"({"name": "queue"})", R"({"type": "Value", "value": "1500u"})"),
       {"valid", "WARNING TARGET_ROUNDED spec.metrics[0].external.target.value"}},
      {kSubject,
       "METRIC_REPEATED",
       Of(testing::WithMetrics(
           R"([{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization",
                                                                           "averageUtilization": 60}}},
               {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization",
                                                                           "averageUtilization": 80}}}])")),
       {"valid", "WARNING METRIC_REPEATED spec.metrics[1]"}},
      {kSubject,
       "METRIC_SELECTOR_INVALID",
       External(R"({"name": "queue", "selector": {"matchExpressions": [{"key": "queue", "operator": "In"}]}})",
                R"({"type": "Value", "value": "30"})"),
       {"valid", "WARNING METRIC_SELECTOR_INVALID spec.metrics[0].external.metric.selector.matchExpressions[0]"}},
      {kSubject,
       "DIRECTION_DISABLED, both ways",
       Behavior(R"({"scaleUp": {"selectPolicy": "Disabled"}, "scaleDown": {"selectPolicy": "Disabled"}})"),
       {"valid", "WARNING DIRECTION_DISABLED spec.behavior.scaleUp.selectPolicy",
        "WARNING DIRECTION_DISABLED spec.behavior.scaleDown.selectPolicy"}},
      {kSubject,
       "POLICY_OVERFLOW",
       Behavior(R"({"scaleUp": {"policies": [{"type": "Pods", "value": 2147483647, "periodSeconds": 15}]}})"),
       {"valid", "WARNING POLICY_OVERFLOW spec.behavior.scaleUp.policies[0].value"}},
      {kSubject,
       "DOWNSCALE_WINDOW_SHORT",
       Behavior(R"({"scaleDown": {"stabilizationWindowSeconds": 15}})"),
       {"valid", "WARNING DOWNSCALE_WINDOW_SHORT spec.behavior.scaleDown.stabilizationWindowSeconds"}},
      {kSubject,
       "TOLERANCE_LARGE",
       Behavior(R"({"scaleDown": {"tolerance": "1"}})"),
       {"valid", "WARNING TOLERANCE_LARGE spec.behavior.scaleDown.tolerance"}},
      {kSubject,
       "POLICY_PERIOD_SHORT",
       Behavior(R"({"scaleUp": {"policies": [{"type": "Pods", "value": 4, "periodSeconds": 14}]}})"),
       {"valid", "NOTE POLICY_PERIOD_SHORT spec.behavior.scaleUp.policies[0].periodSeconds"}},
  };
}

}  // namespace

std::vector<Vector> AutoscalerVectors() {
  std::vector<Vector> vectors = Errors();
  for (Vector& vector : Warnings()) vectors.push_back(std::move(vector));
  return vectors;
}

}  // namespace cpsizer::conformance
