#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kByAll = "all controllers of the sidecar";
constexpr absl::string_view kBySizes = "the controller sizes";
constexpr absl::string_view kByReplicas = "the controller replicas";
constexpr absl::string_view kByMachines = "the controller machines";
constexpr absl::string_view kByMachineAutoscalers = "the controller machine-autoscalers";
constexpr absl::string_view kByClusterAutoscalers = "the controller cluster-autoscalers";
constexpr absl::string_view kByBothAutoscalers = "the controllers machine-autoscalers and cluster-autoscalers";

constexpr absl::string_view kCheckRecommender =
    "Check that the recommender of the VPA runs and has metrics of the kube-apiserver; see the runbook "
    "CpsizerHeldTooLong.";

// The order is the same as in client/sidecar/control/hold_reasons.h, and after the other reasons of the controller
// sizes as in SizeNoRecommendationReason.
constexpr Word kHoldReasons[] = {
    {"SERVICE_FAILED", "The sizing service is down, slow or busy, or responds with an error. The call is repeated.",
     "Check cpsizer-server and the network to it; see the runbook CpsizerServiceUnreachable.", kByAll},
    {"INPUT_REFUSED",
     "The sizing service refuses the request: it cannot decide from these objects. The request is repeated once a "
     "minute.",
     "Read the note in the log: it names the field and the value. Correct the object that has this field.", kByAll},
    {"INVALID_RESPONSE",
     "The response of the sizing service is invalid, such as a size that the configuration does not have.",
     "Check that sidecar and server have the same version; if they do, report the defect with the log line.", kByAll},
    {"WRITE_FAILED",
     "The API server refuses the write, because of an admission webhook, a policy, a schema, or missing permissions.",
     "Read the error in the log, and change what refuses the write.", kByAll},
    {"CONFIGURATION_UNUSABLE",
     "There is no ClusterSizingConfiguration, it cannot be read, or a field that a decision reads is not valid. All "
     "clusters keep their sizes.",
     "Run cpsizer validate on it; see the runbook CpsizerConfigInvalid.", kBySizes},
    {"CPU_CAPACITY_MISSING",
     "The configuration uses CPU, but the CPU capacity of a size is unknown, so memory alone would decide. A "
     "cluster without a size still gets one, and so does a cluster whose new size certainly has more memory.",
     "Give every size a CPU capacity, or restore the MachineSet that had it.", kBySizes},
    {"CAPACITY_SUSPECT",
     "The unit of a capacity in the configuration is probably wrong, so a decision may lead to a size that is too "
     "small. A cluster without a size still gets one, and so does a cluster whose new size certainly has more memory.",
     "Correct the capacity that the log names, such as memory: 128Gi instead of 128; cpsizer validate lists it.",
     kBySizes},
    {"FIELDS_NOT_STORED",
     "The configuration has lost capacities or fractions, probably because its CRD was replaced by one without these "
     "fields, so the cluster does not get a smaller size. Larger sizes are written.",
     "Set the fractions in the annotation cpsizer/fractions; see the runbook CpsizerFieldsNotStored.", kBySizes},
    {"RECOMMENDATION_SUSPECT",
     "The recommendation of the VPA is probably wrong, or it would make the cluster smaller although it has no value "
     "for a resource that the decision uses.",
     "Run cpsizer recommend for the cluster: the finding names the rule; repair the VPA or its recommender.", kBySizes},
    {"NAMESPACE_IMPOSSIBLE", "The name of the control plane namespace would have more than 63 characters.",
     "Recreate the hosted cluster with a shorter name or in a namespace with a shorter name.", kBySizes},
    {"VPA_OF_ANOTHER_CLUSTER", "Two clusters share a control plane namespace, and its VPA is for the other one.",
     "Give the clusters namespaces or names that do not lead to the same control plane namespace.", kBySizes},
    {"VPA_UNREADABLE", "A field of the VPA has a wrong type, or the VPA is for another workload.",
     "Delete the VPA; the sidecar creates a new one, unless it runs with --manage-vpa=false.", kBySizes},
    {"VPA_RECOMMENDATION_MISSING", "There is no VPA for the cluster yet, or the VPA has no recommendation yet.",
     kCheckRecommender, kBySizes},
    {"VPA_CONDITION_MISSING", "The status of the VPA does not have the condition RecommendationProvided yet.",
     kCheckRecommender, kBySizes},
    {"VPA_CONDITION_NOT_TRUE", "The condition RecommendationProvided of the VPA is not True.",
     "Read the message of the condition, and check that the recommender has metrics of the kube-apiserver; see the "
     "runbook CpsizerHeldTooLong.",
     kBySizes},
    {"NO_CONTAINER_RECOMMENDATIONS", "The recommendation of the VPA has no container.", kCheckRecommender, kBySizes},
    {"KUBE_APISERVER_CONTAINER_MISSING", "The recommendation of the VPA does not have the container kube-apiserver.",
     "Check the target of the VPA, and that its resource policy does not set the mode Off for kube-apiserver.",
     kBySizes},
    {"NO_RESOURCE_RECOMMENDED",
     "The recommendation of the VPA does not have memory, and its CPU is missing or is not used for the size.",
     "Check controlledResources in the resource policy of the VPA, and the metrics of its recommender.", kBySizes},
    {"AUTOSCALER_UNREADABLE", "A field of the autoscaler has the wrong type.", "Correct the field that the log names.",
     "all controllers of the sidecar except sizes"},
    {"NOT_OBSERVED", "An object that the decision needs cannot be read from the API server.",
     "Read the error in the log: the API server does not respond, permissions are missing, or a limit is exceeded.",
     "all controllers of the sidecar except sizes"},
    {"TARGET_UNREADABLE", "The target, its kind or its scale does not exist, or a field of it cannot be read.",
     "Correct the reference of the autoscaler, or the field of the target that the log names.",
     "the controllers replicas and machine-autoscalers"},
    {"METRICS_FAILED", "Too many metrics failed, or a trigger cannot be evaluated, so no decision is made.",
     "Read the note in the log: it names the metric or the query; then check the metrics API or Prometheus.",
     "the controllers replicas and machines"},
    {"TARGET_BEING_DELETED", "The target of the autoscaler is being deleted.",
     "Nothing; delete the autoscaler too if the target does not come back.", kByReplicas},
    {"SCALE_TO_ZERO_OFF", "The decision is 0 replicas, and the feature gate HPAScaleToZero is off.",
     "Set minReplicas to at least 1, or enable the gate in kube-apiserver and with --feature-gates.", kByReplicas},
    {"VERSION_UNKNOWN", "The feature gate HPAScaleToZero is not known, because /version cannot be read.",
     "Allow GET of /version, or set --feature-gates=HPAScaleToZero=true or false.", kByReplicas},
    {"SIZE_NOT_IN_LADDER", "The machines have a size that the autoscaler does not list.",
     "Add their size to the autoscaler, or change the machines to one of its sizes.", kByMachines},
    {"MACHINE_SET_INACTIVE", "A trigger is met, and spec.state of the ControlPlaneMachineSet is not Active.",
     "Set spec.state to Active, if the machines may be replaced.", kByMachines},
    {"ROLLOUT_IN_PROGRESS", "A trigger is met while the machines of the last change are still being replaced.",
     "Wait; if it takes hours, see the runbook CpsizerMachineRolloutSlow.", kByMachines},
    {"INVALID_CONFIGURATION", "The MachineAutoscaler or the ClusterAutoscaler has an error.",
     "Run cpsizer validate on it and correct the error.", kByBothAutoscalers},
    {"TARGET_NOT_FOUND", "The MachineSet of the MachineAutoscaler does not exist in its namespace.",
     "Create it, or correct the name in spec.scaleTargetRef.", kByMachineAutoscalers},
    {"TARGET_OWNED", "The owner annotation of the MachineSet names another MachineAutoscaler.",
     "Delete one of the two MachineAutoscalers; if the owner no longer exists, remove the owner annotation from the "
     "MachineSet.",
     kByMachineAutoscalers},
    {"CONTENTION", "Another writer repeatedly reverts what the sidecar writes, so the sidecar pauses for the object.",
     "Stop the other writer or the sidecar; see the runbook CpsizerClusterAutoscalerContention.", kByBothAutoscalers},
    {"SETTINGS_MISSING", "The image or the release version of the cluster-autoscaler is not known.",
     "Set --image and --release-version, or install the Deployment cluster-autoscaler-operator.",
     kByClusterAutoscalers},
    {"OBJECT_OF_ANOTHER_OWNER", "An object with the name of a planned one has another owner.",
     "Delete the object if it is not needed, or make the ClusterAutoscaler its owner.", kByClusterAutoscalers},
    {"FIELD_OF_ANOTHER_MANAGER",
     "Another field manager owns a planned field, by server-side apply, with another value.",
     "Remove the field from the manifest that the other field manager applies.", kByClusterAutoscalers},
};

}  // namespace

absl::Span<const Word> HoldReasonWords() {
  return kHoldReasons;
}

}  // namespace cpsizer::cli
