#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kByMachineAutoscalers = "the controller machine-autoscalers";
constexpr absl::string_view kByClusterAutoscalers = "the controller cluster-autoscalers";
constexpr absl::string_view kByBothAutoscalers = "the controllers machine-autoscalers and cluster-autoscalers";
constexpr absl::string_view kOfOperator = "the ClusterOperator cluster-autoscaler";
constexpr absl::string_view kAboutMachineAutoscalers = "MachineAutoscalers";
constexpr absl::string_view kAboutClusterAutoscalers = "ClusterAutoscalers";
constexpr absl::string_view kAboutBothAutoscalers = "MachineAutoscalers and ClusterAutoscalers";
constexpr absl::string_view kFromOperator = "the PrometheusRule of the cluster-autoscaler";
constexpr absl::string_view kInPlan = "the tables of cpsizer autoscaler plan";
constexpr absl::string_view kInPlanDiff = "the table of cpsizer autoscaler diff";

constexpr Word kClusterAutoscalerWords[] = {
    kHoldReasons,
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
    kConditions,
    {"Available", "Whether the operator is available.", "Nothing; it is always True.", kOfOperator},
    {"Progressing", "Whether a new version is being installed or objects are being updated.",
     "Wait; if it stays True, read its message.", kOfOperator},
    {"Degraded", "Whether there is an error that needs manual repair.", "Read the reason and the message.",
     "the ClusterOperator cluster-autoscaler and ControlPlaneMachineSetAutoscalers"},
    {"Upgradeable", "Whether the cluster may be upgraded.", "Nothing; it is always True.", kOfOperator},
    kConditionReasons,
    {"MissingDependency", "The ClusterOperator machine-api is not ready or cannot be read.",
     "Repair machine-api first.", kOfOperator},
    {"UnableToCheckAutoscalers", "The autoscaler, its Deployment or a version could not be checked.",
     "Read the error in the message.", kOfOperator},
    {"SyncingResources", "Objects are being updated to the version.", "Wait.", kOfOperator},
    kEvents,
    {"SuccessfulCreate", "An object of the cluster-autoscaler was created.", "Nothing.", kAboutClusterAutoscalers},
    {"SuccessfulDelete", "An object of the cluster-autoscaler was deleted.", "Nothing.", kAboutClusterAutoscalers},
    {"SuccessfulUpdate", "An object of the cluster-autoscaler, or the bounds of a MachineSet, were updated.",
     "Nothing.", kAboutBothAutoscalers},
    {"FailedUpdate", "An object of the cluster-autoscaler, or the status of its ClusterOperator, could not be written.",
     "Read the error in the note.", kAboutClusterAutoscalers},
    {"FailedValidation", "The object has an error, so nothing is changed for it.",
     "Run cpsizer validate on it and correct the error.", kAboutBothAutoscalers},
    {"FailedGetTarget", "The MachineSet of the MachineAutoscaler does not exist or cannot be read.",
     "Create it, or correct spec.scaleTargetRef.", kAboutMachineAutoscalers},
    {"FailedGetLastTarget", "The MachineSet in status.lastTargetRef cannot be released.",
     "Correct the field or the annotation that the note names.", kAboutMachineAutoscalers},
    {"FailedUpdateTarget", "The bounds could not be written to the MachineSet.", "Read the error in the note.",
     kAboutMachineAutoscalers},
    {"FailedSetOwner", "The MachineSet belongs to another MachineAutoscaler.",
     "Delete one of the two MachineAutoscalers; if the owner no longer exists, remove the owner annotation from the "
     "MachineSet.",
     kAboutMachineAutoscalers},
    {"InvalidOrMissingGPUAcceleratorLabel",
     "The MachineSet has GPUs, and its nodes have no valid accelerator label, so a limit on GPUs does not work.",
     "Add the label cluster-api/accelerator to the template of its nodes.", kAboutMachineAutoscalers},
    kAlerts,
    {"CpsizerAutoscalersHeldTooLong", "Changes of MachineAutoscalers or of the ClusterAutoscaler are not applied.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerAutoscalersHeldTooLong.md.", kAlertRules},
    {"CpsizerClusterAutoscalerContention",
     "Another writer repeatedly reverts the sidecar's writes of autoscaling objects.",
     "Stop the operator or the sidecar; docs/runbooks/CpsizerClusterAutoscalerContention.md.", kAlertRules},
    {"ClusterAutoscalerUnschedulablePods",
     "Pods are unschedulable, and the cluster-autoscaler does not add nodes for them.",
     "Check the bounds of MachineAutoscalers and the resource limits of the ClusterAutoscaler.", kFromOperator},
    {"ClusterAutoscalerNotSafeToScale",
     "The cluster-autoscaler reports that scaling is not safe: too many nodes are not ready.",
     "Check the nodes that are not ready.", kFromOperator},
    {"ClusterAutoscalerUnableToScaleCPULimitReached", "The limit on cores of the ClusterAutoscaler is reached.",
     "Raise spec.resourceLimits.cores, if the cluster may grow.", kFromOperator},
    {"ClusterAutoscalerUnableToScaleMemoryLimitReached", "The limit on memory of the ClusterAutoscaler is reached.",
     "Raise spec.resourceLimits.memory, if the cluster may grow.", kFromOperator},
    kOutputWords,
    {"machine-autoscalers", "The controller that applies MachineAutoscalers to their MachineSets.", "Nothing.",
     kControllerLabel},
    {"cluster-autoscalers", "The controller that runs the cluster-autoscaler as its ClusterAutoscaler describes.",
     "Nothing.", kControllerLabel},
    {"finalizer", "The finalizer of a MachineAutoscaler was added or removed.", "Nothing.", kWriteLabel},
    {"create", "An object of the cluster-autoscaler was created.", "Nothing.", kWriteLabel},
    {"update", "An object of the cluster-autoscaler was changed.", "Nothing.", kWriteLabel},
    {"delete", "An object of the cluster-autoscaler was deleted.", "Nothing.", kWriteLabel},
    kAnnotations,
    {"autoscaling.openshift.io/machineautoscaler", "The MachineAutoscaler that owns the bounds of the MachineSet.",
     "Remove it only if this MachineAutoscaler no longer exists.", "MachineSets"},
    kColumns,
    {"MACHINEAUTOSCALER", "The MachineAutoscaler, as namespace/name.", kNoRemedy, kInPlan},
    {"MACHINESET", "The MachineSet whose annotations are planned.", kNoRemedy, kInPlan},
    {"ACTION", "What the plan does with the object or the annotation.", kNoRemedy, kInPlan},
    {"VALUE",
     "A figure of a replay, the planned value of the annotation, a value of an enum, or in cpsizer effects the value "
     "of "
     "the annotation of the cluster.",
     kNoRemedy, "the tables of cpsizer replay, cpsizer autoscaler plan, cpsizer explain and cpsizer effects"},
    {"OBJECT", "The planned object, with its kind.", kNoRemedy, "the tables of cpsizer autoscaler plan and diff"},
    {"DIFFERENCES", "The number of fields that differ from the plan.", kNoRemedy, kInPlan},
    {"ARGUMENT", "An argument of the command line of the cluster-autoscaler.", kNoRemedy,
     "the tables of cpsizer autoscaler plan and args"},
    {"FROM",
     "The field that decides the value; in cpsizer effects the layer of the request: the baseline of the release, the "
     "size, or the cluster, which is another annotation of the cluster.",
     kNoRemedy, "the tables of cpsizer autoscaler plan, args and diff, and of cpsizer effects"},
    {"PATH", "The path of the field that differs.", kNoRemedy, kInPlanDiff},
    {"PLANNED", "The planned value of the field, or the action on the whole object.", kNoRemedy, kInPlanDiff},
};

}  // namespace

absl::Span<const Word> ClusterAutoscalerWords() {
  return kClusterAutoscalerWords;
}

}  // namespace cpsizer::cli
