// The plan of the cluster-autoscaler: arguments, annotations of MachineSets, objects, and the status of the operator.
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {
namespace {

constexpr char kArgumentsRule[] = "cluster-autoscaler-arguments";
constexpr char kTargetsRule[] = "cluster-autoscaler-targets";
constexpr char kObjectsRule[] = "cluster-autoscaler-objects";

v1::PlanClusterAutoscalerRequest PlanOfSpec(absl::string_view spec, absl::string_view more = "") {
  return FromJson<v1::PlanClusterAutoscalerRequest>(
      absl::StrCat(R"({"clusterAutoscaler": {"metadata": {"name": "default"}, "spec": {)", spec, "}}", more, "}"));
}

// Returns a MachineAutoscaler with the bounds 1 and 6. `metadata` and `more` are additional fields.
std::string Bounds(absl::string_view name, absl::string_view target, absl::string_view metadata = "",
                   absl::string_view more = "") {
  return absl::StrCat(R"({"metadata": {"namespace": "openshift-machine-api", "name": ")", name, "\"", metadata,
                      R"(}, "spec": {"minReplicas": 1, "maxReplicas": 6, "scaleTargetRef": {
          "apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": ")",
                      target, R"("}})", more, "}");
}

std::string SetOf(absl::string_view name, absl::string_view annotations = "") {
  return absl::StrCat(R"({"metadata": {"name": ")", name, R"(", "annotations": {)", annotations, "}}}");
}

// Returns the annotations of a target with the bounds 1 and 6 that the MachineAutoscaler `owner` has set.
std::string BoundedBy(absl::string_view owner) {
  return absl::StrCat(R"("machine.openshift.io/cluster-api-autoscaler-node-group-min-size": "1",
          "machine.openshift.io/cluster-api-autoscaler-node-group-max-size": "6",
          "autoscaling.openshift.io/machineautoscaler": "openshift-machine-api/)",
                      owner, "\"");
}

v1::PlanClusterAutoscalerRequest Machines(absl::string_view autoscalers, absl::string_view sets) {
  return FromJson<v1::PlanClusterAutoscalerRequest>(
      absl::StrCat(R"({"machineAutoscalers": [)", autoscalers, R"(], "machineSets": [)", sets, "]}"));
}

// Returns the summary of the MachineSet `set`, which is the target of the MachineAutoscaler `name` with the bounds 1
// and 6.
std::string Bounded(absl::string_view set, absl::string_view action, absl::string_view name,
                    absl::string_view more = "") {
  return absl::StrCat(set, " of openshift-machine-api/", name, ": ", action,
                      " cluster-api-autoscaler-node-group-min-size=1 ", action,
                      " cluster-api-autoscaler-node-group-max-size=6 ", action,
                      " machineautoscaler=openshift-machine-api/", name, more);
}

// The summary of the MachineSet `workers` if no MachineAutoscaler has it as its target any longer.
constexpr char kReleased[] =
    "workers of none: REMOVE cluster-api-autoscaler-node-group-min-size= REMOVE "
    "cluster-api-autoscaler-node-group-max-size= REMOVE machineautoscaler=";

constexpr char kOperator[] = R"(, "operator": {"releaseVersion": "5.1.2", "image": "cluster-autoscaler:5.1"})";
constexpr char kDeleted[] = R"(, "deletionTimestamp": "2026-01-02T03:04:05Z")";

std::vector<Vector> ArgumentVectors() {
  return {
      {kArgumentsRule,
       "a cluster-autoscaler with limits and scale-down on AWS",
       PlanOfSpec(R"("resourceLimits": {"maxNodesTotal": 24, "cores": {"min": 8, "max": 128},
                       "memory": {"min": 4, "max": 256}, "gpus": [{"type": "nvidia-t4", "min": 0, "max": 16}]},
                     "scaleDown": {"enabled": true, "delayAfterAdd": "10m", "utilizationThreshold": "0.4",
                       "cordonNodeBeforeTerminating": "Enabled"},
                     "expanders": ["LeastWaste", "Random"], "balanceSimilarNodeGroups": false)",
                  R"(, "infrastructure": {"status": {"platformStatus": {"type": "GCP"}}})"),
       {"RUNS --max-nodes-total=24 --cores-total=8:128 --memory-total=4:256 --gpu-total=nvidia-t4:0:16 "
        "--scale-down-enabled=true --scale-down-delay-after-add=10m --scale-down-utilization-threshold=0.4 "
        "--cordon-node-before-terminating=true --balance-similar-node-groups=false "
        "--balancing-ignore-label=topology.gke.io/zone --v=1 --expander=least-waste,random"}},
      {kArgumentsRule,
       "settings of a scale-down that is not enabled are not passed on",
       PlanOfSpec(R"("scaleDown": {"enabled": false, "unneededTime": "5m"}, "logVerbosity": 4)"),
       {"RUNS --scale-down-enabled=false --v=4",
        "WARNING SETTING_WITHOUT_EFFECT clusterAutoscaler.spec.scaleDown.unneededTime"}},
      {kArgumentsRule,
       "a cluster-autoscaler with an error runs as before",
       PlanOfSpec(R"("logVerbosity": -1)"),
       {"INVALID", "ERROR VALUE_OUT_OF_RANGE clusterAutoscaler.spec.logVerbosity"}},
      {kArgumentsRule,
       "the operator of an older release passes other arguments and environment variables, and knows fewer settings",
       PlanOfSpec(R"("scaleUp": {"newPodScaleUpDelay": "10s"}, "balanceSimilarNodeGroups": true)",
                  R"(, "infrastructure": {"status": {"platformStatus": {"type": "AlibabaCloud"}}},
                     "operator": {"releaseVersion": "4.14.9", "image": "cluster-autoscaler:4.14"})"),
       {"RUNS --scale-up-from-zero-default-arch=amd64 --balance-similar-node-groups=true "
        "--balancing-ignore-label=topology.diskplugin.csi.alibabacloud.com/zone --v=1",
        "UNSPECIFIED Service cluster-autoscaler-default", "UNSPECIFIED ServiceMonitor cluster-autoscaler-default",
        "UNSPECIFIED PrometheusRule cluster-autoscaler-default", "UNSPECIFIED Deployment cluster-autoscaler-default",
        "WARNING SETTING_WITHOUT_EFFECT clusterAutoscaler.spec.scaleUp"}},
      {kArgumentsRule,
       "the operator of a release that is not known is not planned",
       PlanOfSpec("", R"(, "operator": {"releaseVersion": "5.3.0"})"),
       {"INVALID_ARGUMENT RELEASE_UNKNOWN", "operator.releaseVersion"}},
      {kArgumentsRule,
       "without a cluster-autoscaler nothing runs",
       FromJson<v1::PlanClusterAutoscalerRequest>(R"({"current": {}})"),
       {"ABSENT"}},
  };
}

std::vector<Vector> TargetVectors() {
  return {
      {kTargetsRule,
       "a new MachineAutoscaler bounds its target and translates its capacity",
       Machines(Bounds("a", "workers"), SetOf("workers", R"("machine.openshift.io/memoryMb": "16384")")),
       {"ABSENT", "a BOUNDS", Bounded("workers", "SET", "a", " SET memory=17179869184")}},
      {kTargetsRule,
       "a capacity alone is written with the next change of the bounds",
       Machines(Bounds("a", "workers"),
                SetOf("workers", absl::StrCat(BoundedBy("a"), R"(, "machine.openshift.io/vCPU": "4")"))),
       {"ABSENT", "a BOUNDS", Bounded("workers", "KEEP", "a", " DEFER cpu=4")}},
      {kTargetsRule,
       "of two with one target, the owner keeps it",
       Machines(absl::StrCat(Bounds("a", "workers"), ",", Bounds("b", "workers")), SetOf("workers", BoundedBy("b"))),
       {"ABSENT", "a TARGET_OWNED", "b BOUNDS", Bounded("workers", "KEEP", "b"),
        "ERROR TARGET_SHARED machineAutoscalers[0].spec.scaleTargetRef.name"}},
      {kTargetsRule,
       "an owner that no longer exists keeps its target",
       Machines(Bounds("a", "workers"), SetOf("workers", BoundedBy("gone"))),
       {"ABSENT", "a TARGET_OWNED",
        "workers of none:", "WARNING TARGET_OWNED machineAutoscalers[0].spec.scaleTargetRef.name"}},
      {kTargetsRule,
       "a deleted one releases a target whose owner no longer exists",
       Machines(Bounds("a", "workers", kDeleted), SetOf("workers", BoundedBy("gone"))),
       {"ABSENT", "a DELETED", kReleased}},
      {kTargetsRule,
       "annotations that the cluster-autoscaler cannot read",
       FromJson<v1::PlanClusterAutoscalerRequest>(
           absl::StrCat(R"({"current": {}, "machineSets": [)",
                        SetOf("bounds", R"("machine.openshift.io/cluster-api-autoscaler-node-group-min-size": "1")"),
                        ",", SetOf("capacity", absl::StrCat(BoundedBy("gone"), R"(,
               "capacity.cluster-autoscaler.kubernetes.io/cpu": "abc", "machine.openshift.io/maxPods": "many")")),
                        "]}")),
       {"ABSENT",
        "WARNING NODE_GROUP_BOUNDS_INVALID "
        "machineSets[0].metadata.annotations[machine.openshift.io/cluster-api-autoscaler-node-group-max-size]",
        "WARNING NODE_GROUP_CAPACITY_INVALID "
        "machineSets[1].metadata.annotations[capacity.cluster-autoscaler.kubernetes.io/cpu]",
        "WARNING NODE_GROUP_CAPACITY_INVALID machineSets[1].metadata.annotations[machine.openshift.io/maxPods]"}},
      {kTargetsRule,
       "a MachineSet that may be empty needs the capacity of a new node",
       FromJson<v1::PlanClusterAutoscalerRequest>(
           absl::StrCat(R"({"current": {}, "machineSets": [)",
                        SetOf("workers", R"("machine.openshift.io/cluster-api-autoscaler-node-group-min-size": "0",
               "machine.openshift.io/cluster-api-autoscaler-node-group-max-size": "6",
               "machine.openshift.io/vCPU": "4")"),
                        "]}")),
       {"ABSENT",
        "WARNING NODE_GROUP_CAPACITY_MISSING "
        "machineSets[0].metadata.annotations[capacity.cluster-autoscaler.kubernetes.io/memory]"}},
      {kTargetsRule,
       "a deleted one releases its target, and one without a target waits",
       Machines(absl::StrCat(Bounds("a", "workers", kDeleted), ",", Bounds("b", "later")),
                SetOf("workers", BoundedBy("a"))),
       {"ABSENT", "a DELETED", "b TARGET_NOT_FOUND", kReleased,
        "WARNING TARGET_NOT_FOUND machineAutoscalers[1].spec.scaleTargetRef.name"}},
      {kTargetsRule,
       "memory that cannot be read, GPUs without a label, and bounds that are wrong",
       Machines(absl::StrCat(Bounds("a", "small"), ",", Bounds("b", "gpus"), R"(, {"metadata": {"name": "c"}, "spec": {
                  "minReplicas": 1, "scaleTargetRef": {"apiVersion": "machine.openshift.io/v1beta1",
                  "kind": "MachineSet", "name": "small"}}})"),
                absl::StrCat(SetOf("small", R"("machine.openshift.io/memoryMb": "16Gi")"), ",",
                             SetOf("gpus", absl::StrCat(BoundedBy("b"), R"(, "machine.openshift.io/GPU": "1",
                               "capacity.cluster-autoscaler.kubernetes.io/gpu-count": "1",
                               "capacity.cluster-autoscaler.kubernetes.io/gpu-type": "nvidia.com/gpu")")))),
       {"ABSENT", "a TARGET_UNREADABLE", "b BOUNDS", "c INVALID", "small of none:", Bounded("gpus", "KEEP", "b"),
        "ERROR FIELD_REQUIRED machineAutoscalers[2].spec.maxReplicas",
        "ERROR NUMBER_MALFORMED machineSets[0].metadata.annotations[machine.openshift.io/memoryMb]",
        "WARNING GPU_LABEL_MISSING machineSets[1].spec.template.spec.metadata.labels[cluster-api/accelerator]"}},
  };
}

// Returns a request with some of the planned objects; one of them differs from the plan.
v1::PlanClusterAutoscalerRequest AlmostApplied() {
  v1::PlanClusterAutoscalerRequest request = PlanOfSpec("", absl::StrCat(kOperator, R"(, "current": {"objects": [
      {"kind": "Service", "namespace": "openshift-machine-api", "name": "cluster-autoscaler-default", "fields": {
        "spec.type": "ClusterIP", "spec.clusterIP": "10.0.0.1", "spec.ports[0].name": "metrics",
        "spec.ports[0].port": "8085", "spec.ports[0].protocol": "TCP", "spec.ports[0].targetPort": "metrics",
        "spec.selector.k8s-app": "cluster-autoscaler", "spec.sessionAffinity": "None"}},
      {"kind": "NetworkPolicy", "namespace": "openshift-machine-api", "name": "cluster-autoscaler-default-default-deny",
        "fields": {"spec.podSelector.matchLabels.cluster-autoscaler": "default",
          "spec.podSelector.matchLabels.k8s-app": "cluster-autoscaler", "spec.policyTypes[0]": "Egress",
          "spec.policyTypes[1]": "Egress", "spec.policyTypes[2]": "Ingress"}}]})"));
  return request;
}

std::vector<Vector> ObjectVectors() {
  const std::string deny = "NetworkPolicy cluster-autoscaler-default-";
  return {
      {kObjectsRule,
       "missing objects are created, and different ones are updated",
       AlmostApplied(),
       {"RUNS --v=1", "KEEP Service cluster-autoscaler-default", "CREATE ServiceMonitor cluster-autoscaler-default",
        "CREATE PrometheusRule cluster-autoscaler-default", "UPDATE " + deny + "default-deny",
        "spec.policyTypes[1]: Egress to Ingress", "spec.policyTypes[2]: Ingress to ",
        "CREATE " + deny + "allow-egress-to-dns", "CREATE " + deny + "allow-egress-to-api-server",
        "CREATE " + deny + "allow-ingress-to-webhooks", "CREATE " + deny + "allow-ingress-to-metrics",
        "CREATE Deployment cluster-autoscaler-default"}},
      {kObjectsRule,
       "the objects of a deleted cluster-autoscaler are deleted",
       With(AlmostApplied(),
            [](v1::PlanClusterAutoscalerRequest& request) {
              request.mutable_cluster_autoscaler()->mutable_metadata()->set_deletion_timestamp("2026-01-02T03:04:05Z");
            }),
       {"ABSENT", "DELETE Service cluster-autoscaler-default", "DELETE " + deny + "default-deny"}},
      {kObjectsRule,
       "a missing Deployment is progress, and a dependency that is down is reported after the third check",
       FromJson<v1::PlanClusterAutoscalerRequest>(
           absl::StrCat(R"({"observation": {"failures": 2, "reportedVersion": "5.1.1"})", kOperator, "}")),
       {"ABSENT", "Degraded MissingDependency"}},
      {kObjectsRule,
       "the status of an operator needs its settings",
       FromJson<v1::PlanClusterAutoscalerRequest>(R"({"observation": {}})"),
       {"INVALID_ARGUMENT FIELD_MISSING", "operator.releaseVersion"}},
  };
}

}  // namespace

std::vector<Vector> ClusterAutoscalerPlanVectors() {
  std::vector<Vector> all = ArgumentVectors();
  for (const auto& more : {TargetVectors(), ObjectVectors()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace cpsizer::conformance
