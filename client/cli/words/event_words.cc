#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kAboutHostedClusters = "HostedClusters";
constexpr absl::string_view kAboutHpas = "HorizontalPodAutoscalers";
constexpr absl::string_view kAboutMachines = "ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kAboutMachineAutoscalers = "MachineAutoscalers";
constexpr absl::string_view kAboutClusterAutoscalers = "ClusterAutoscalers";
constexpr absl::string_view kAboutBothAutoscalers = "MachineAutoscalers and ClusterAutoscalers";

constexpr Word kEvents[] = {
    {"ClusterSizeRecommendationChanged", "The recommended size of the cluster was written.",
     "Nothing; the note says why the size changed.", kAboutHostedClusters},
    {"ClusterSizeRecommendationHeld", "The recommended size of the cluster stays as it is, for the reason in the note.",
     "Run cpsizer explain with the reason.", kAboutHostedClusters},
    {"NoSizeFits", "No size fits the demand of the cluster. It has the last size, which is too small for it.",
     "Add a larger size; see the runbook CpsizerExceedsLargest.", kAboutHostedClusters},
    {"AnnotationContention",
     "Another writer repeatedly reverts an annotation that the sidecar writes; the sidecar pauses.",
     "Find the other writer in metadata.managedFields, and stop one of them.", "HostedClusters and MachineAutoscalers"},
    {"SizingConfigurationInvalid",
     "The ClusterSizingConfiguration has errors, or cannot be read. All clusters keep their sizes, unless the note "
     "says "
     "that no decision reads the fields with errors.",
     "Run cpsizer validate on it.", "ClusterSizingConfigurations"},
    {"SizingFieldsNotStored",
     "The ClusterSizingConfiguration has lost capacities or fractions, so no cluster gets a smaller size.",
     "Read the note: it names the fields and the CRD; see the runbook CpsizerFieldsNotStored.",
     "ClusterSizingConfigurations"},
    {"SuccessfulRescale", "The number of replicas of the target was changed.", "Nothing; the note says why.",
     kAboutHpas},
    {"FailedRescale", "The number of replicas could not be written to the scale of the target.",
     "Read the error in the note; possible causes are permissions, an admission webhook, and a repeated conflict.",
     kAboutHpas},
    {"FailedComputeMetricsReplicas", "The replicas could not be computed, because all metrics or too many failed.",
     "Read the error in the note, and check the metrics API that it names.", kAboutHpas},
    {"FailedUpdateStatus", "The status of the autoscaler could not be written.",
     "Read the error in the note; the sidecar writes the status again.",
     "HorizontalPodAutoscalers and ControlPlaneMachineSetAutoscalers"},
    {"ReplicaContention", "kube-controller-manager or another controller decides about this autoscaler too.",
     "Run only one of them; see the runbook CpsizerReplicaContention.", kAboutHpas},
    {"ReplicaDecisionsDiffer", "In observe mode: the decision differs from that of kube-controller-manager.",
     "Read the differences in the note; see the runbook CpsizerReplicaDisagreement.", kAboutHpas},
    {"MachineSizeChanged", "The size in the ControlPlaneMachineSet was changed.", "Nothing; the note says why.",
     kAboutMachines},
    {"MachineSizeRefused", "The API server refused the new size in the ControlPlaneMachineSet.",
     "Read the error in the note; possible causes are permissions, an admission webhook, and a validation.",
     kAboutMachines},
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
};

}  // namespace

absl::Span<const Word> EventWords() {
  return kEvents;
}

}  // namespace cpsizer::cli
