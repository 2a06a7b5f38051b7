// Errors in a ClusterAutoscaler and in MachineAutoscalers. There is one vector for each rule.
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {
namespace {

constexpr char kAutoscalingRule[] = "validation-of-a-cluster-autoscaler";

v1::ValidateConfigRequest OfCluster(absl::string_view spec, absl::string_view name = "default") {
  return FromJson<v1::ValidateConfigRequest>(
      absl::StrCat(R"({"clusterAutoscaler": {"metadata": {"name": ")", name, R"("}, "spec": {)", spec, "}}}"));
}

v1::ValidateConfigRequest OfMachines(absl::string_view bounds, absl::string_view api_version) {
  return FromJson<v1::ValidateConfigRequest>(absl::StrCat(
      R"({"machineAutoscaler": {"metadata": {"name": "workers"}, "spec": {)", bounds,
      R"(, "scaleTargetRef": {"apiVersion": ")", api_version, R"(", "kind": "MachineSet", "name": "workers-a"}}}})"));
}

}  // namespace

std::vector<Vector> ClusterAutoscalerVectors() {
  const char kMachineApi[] = "machine.openshift.io/v1beta1";
  return {
      {kAutoscalingRule,
       "a cluster-autoscaler with limits",
       OfCluster(
           R"("resourceLimits": {"maxNodesTotal": 24, "cores": {"min": 8, "max": 128}, "memory": {"min": 4, "max": 256},
                     "gpus": [{"type": "nvidia-t4", "min": 0, "max": 16}]},
                    "scaleDown": {"enabled": true, "delayAfterAdd": "10m", "utilizationThreshold": "0.4"},
                    "expanders": ["LeastWaste", "Random"])"),
       {"valid"}},
      {kAutoscalingRule,
       "bounds that contradict each other, a duration without a unit and a threshold that is not a part",
       OfCluster(R"("resourceLimits": {"maxNodesTotal": -1, "cores": {"min": 8, "max": 4}},
                    "scaleDown": {"enabled": true, "unneededTime": "5", "utilizationThreshold": "1.5"})",
                 "other"),
       {"not valid", "ERROR NAME_NOT_DEFAULT metadata.name",
        "ERROR VALUE_OUT_OF_RANGE spec.resourceLimits.maxNodesTotal",
        "ERROR VALUE_OUT_OF_RANGE spec.resourceLimits.cores.max",
        "ERROR DURATION_MALFORMED spec.scaleDown.unneededTime",
        "ERROR VALUE_OUT_OF_RANGE spec.scaleDown.utilizationThreshold"}},
      {kAutoscalingRule,
       "a GPU type that the command line cannot represent, and a repeated expander",
       OfCluster(R"("resourceLimits": {"gpus": [{"type": "nvidia:t4", "min": 0, "max": 16}]},
                    "expanders": ["Random", "Random"])"),
       {"not valid", "ERROR GPU_TYPE_UNUSABLE spec.resourceLimits.gpus[0].type",
        "ERROR ENTRY_DUPLICATE spec.expanders[1]"}},
      {kAutoscalingRule,
       "an expander that is never used, and an empty duration",
       OfCluster(R"("expanders": ["Random", "LeastWaste"], "maxNodeProvisionTime": "")"),
       {"not valid", "ERROR DURATION_MALFORMED spec.maxNodeProvisionTime",
        "ERROR EXPANDER_AFTER_RANDOM spec.expanders[1]"}},
      {kAutoscalingRule,
       "a GPU type that no node can have, and settings without effect",
       OfCluster(R"("resourceLimits": {"gpus": [{"type": "nvidia.com/gpu", "min": 0, "max": 16}]},
                    "scaleDown": {"enabled": false, "unneededTime": "5m"})"),
       {"valid", "WARNING GPU_TYPE_NOT_LABEL spec.resourceLimits.gpus[0].type",
        "WARNING SETTING_WITHOUT_EFFECT spec.scaleDown.unneededTime"}},
      {kAutoscalingRule,
       "the bounds of a MachineSet",
       OfMachines(R"("minReplicas": 0, "maxReplicas": 12)", kMachineApi),
       {"valid"}},
      {kAutoscalingRule,
       "bounds that leave nothing to decide",
       OfMachines(R"("minReplicas": 2, "maxReplicas": 2)", kMachineApi),
       {"valid", "WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
      {kAutoscalingRule,
       "bounds in the wrong order, and a target of another API",
       OfMachines(R"("minReplicas": 3, "maxReplicas": 2)", "cluster.x-k8s.io/v1beta1"),
       {"not valid", "ERROR MAX_REPLICAS_BELOW_MIN spec.maxReplicas",
        "ERROR TARGET_NOT_MACHINE_SET spec.scaleTargetRef.apiVersion"}},
  };
}

}  // namespace cpsizer::conformance
