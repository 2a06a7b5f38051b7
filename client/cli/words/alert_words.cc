#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kFromOurs = "deploy/rules/cpsizer.yaml";
constexpr absl::string_view kFromOperator = "the PrometheusRule of the cluster-autoscaler";

constexpr Word kAlerts[] = {
    {"CpsizerConfigInvalid", "The ClusterSizingConfiguration is missing, unreadable or not valid: all sizes stay.",
     "Run cpsizer validate on it; docs/runbooks/CpsizerConfigInvalid.md.", kFromOurs},
    {"CpsizerFieldsNotStored",
     "The ClusterSizingConfiguration has lost capacities or fractions, so no cluster gets a smaller size.",
     "Set the fractions in the annotation cpsizer/fractions; docs/runbooks/CpsizerFieldsNotStored.md.", kFromOurs},
    {"CpsizerExceedsLargest", "No size fits the demand of these hosted clusters.",
     "Add a larger size; docs/runbooks/CpsizerExceedsLargest.md.", kFromOurs},
    {"CpsizerHeldTooLong",
     "Hosted clusters have kept their sizes for hours, because no decision about them is possible.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerHeldTooLong.md.", kFromOurs},
    {"CpsizerFlapping", "Sizes change and change back within hours.",
     "Raise the transition delays, or the distance between sizes; docs/runbooks/CpsizerFlapping.md.", kFromOurs},
    {"CpsizerContention", "Another writer repeatedly reverts what the sidecar writes to HostedClusters.",
     "Stop the other writer; docs/runbooks/CpsizerContention.md.", kFromOurs},
    {"CpsizerServiceUnreachable", "All calls of a sidecar to the sizing service have failed for ten minutes.",
     "Check cpsizer-server; docs/runbooks/CpsizerServiceUnreachable.md.", kFromOurs},
    {"CpsizerNoLeader", "No sidecar of a controller holds the lease and has synced caches.",
     "Check the pods of the sidecar; docs/runbooks/CpsizerNoLeader.md.", kFromOurs},
    {"CpsizerCertificateExpiring", "A certificate of cpsizer expires soon or has expired, and has not been renewed.",
     "Check its issuer; docs/runbooks/CpsizerCertificateExpiring.md.", kFromOurs},
    {"CpsizerShadowDisagreement", "In observe mode: the sidecar would change many sizes of hosted clusters.",
     "Compare with cpsizer recommend before enforcing; docs/runbooks/CpsizerShadowDisagreement.md.", kFromOurs},
    {"CpsizerReplicaContention", "Another controller decides about autoscalers that the sidecar scales.",
     "Run only one of them; docs/runbooks/CpsizerReplicaContention.md.", kFromOurs},
    {"CpsizerFlood", "A client floods the service with HTTP/2 frames; its connections are closed.",
     "Find the client in the log of the server; docs/runbooks/CpsizerFlood.md.", kFromOurs},
    {"CpsizerWebhookUndecided", "The webhook gets no decision about the objects that it validates.",
     "Check cpsizer-server and the webhook; docs/runbooks/CpsizerWebhookUndecided.md.", kFromOurs},
    {"CpsizerReplicaDisagreement", "In observe mode: decisions differ from those of kube-controller-manager.",
     "Compare flags and feature gates; docs/runbooks/CpsizerReplicaDisagreement.md.", kFromOurs},
    {"CpsizerReplicasHeldTooLong", "Workloads have kept their replicas for half an hour: no decision is possible.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerReplicasHeldTooLong.md.", kFromOurs},
    {"CpsizerMachinesHeldTooLong",
     "Control plane machines have kept their size for half an hour: no decision is possible.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerMachinesHeldTooLong.md.", kFromOurs},
    {"CpsizerMachineRolloutSlow", "The replacement of the control plane machines has not ended for hours.",
     "Check the Machines and the ControlPlaneMachineSet; docs/runbooks/CpsizerMachineRolloutSlow.md.", kFromOurs},
    {"CpsizerMachineObservation", "In observe mode: the size of the control plane machines should change.",
     "Compare with cpsizer machine before enforcing; docs/runbooks/CpsizerMachineObservation.md.", kFromOurs},
    {"CpsizerAutoscalersHeldTooLong", "Changes of MachineAutoscalers or of the ClusterAutoscaler are not applied.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerAutoscalersHeldTooLong.md.", kFromOurs},
    {"CpsizerClusterAutoscalerContention",
     "Another writer repeatedly reverts the sidecar's writes of autoscaling objects.",
     "Stop the operator or the sidecar; docs/runbooks/CpsizerClusterAutoscalerContention.md.", kFromOurs},
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
};

}  // namespace

absl::Span<const Word> AlertWords() {
  return kAlerts;
}

}  // namespace cpsizer::cli
