#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kBySizes = "the controller sizes";
constexpr absl::string_view kCheckRecommender =
    "Check that the recommender of the VPA runs and has metrics of the kube-apiserver; see the runbook "
    "CpsizerHeldTooLong.";
constexpr absl::string_view kOfFields = "the condition SizingFieldsStored";
constexpr absl::string_view kOfSizing = "the condition ClusterSizingConfigurationValid";
constexpr absl::string_view kOfHostedClusters = "HostedClusters";
constexpr absl::string_view kOfLease = "the Lease of the sidecar";
constexpr absl::string_view kOfMachineSets = "MachineSets";

constexpr Word kSizeWords[] = {
    kHoldReasons,
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
    {"DEMAND_MISSING", "The request has a number of nodes, but no demand, so the size by resources is unknown.",
     "Use the size by the number of nodes, or send vpaStatus or demand.", kBySizes},
    kConditions,
    {"ClusterSizingConfigurationValid", "Whether the configuration is valid, so that sizes can be decided from it.",
     "If it is False, run cpsizer validate on the configuration.", "ClusterSizingConfigurations"},
    {"SizingFieldsStored", "Whether the CRD stores the fractions and capacities that the configuration had.",
     "If it is False, read the message; see the runbook CpsizerFieldsNotStored.", "ClusterSizingConfigurations"},
    {"RecommendationProvided", "Whether the VPA has a recommendation. If it is not True, no size is recommended.",
     "If it is not True, check the recommender of the VPA and its metrics.", "VerticalPodAutoscalers"},
    kConditionReasons,
    {"AsExpected", "There is no error.", "Nothing.",
     "the conditions of ClusterSizingConfigurations, of ControlPlaneMachineSetAutoscalers and of the ClusterOperator "
     "cluster-autoscaler"},
    {"SizeConfigurationInvalid", "The configuration has errors; the message lists them. All clusters keep their sizes.",
     "Run cpsizer validate on it.", kOfSizing},
    {"FieldsStored", "The configuration has not lost a fraction or a capacity.", "Nothing.", kOfFields},
    {"FieldsNotStored",
     "The CRD does not store a fraction or a capacity that the configuration had. No cluster gets a "
     "smaller size.",
     "Set the fractions in the annotation cpsizer/fractions; see the runbook CpsizerFieldsNotStored.", kOfFields},
    kEvents,
    {"ClusterSizeRecommendationChanged", "The recommended size of the cluster was written.",
     "Nothing; the note says why the size changed.", kOfHostedClusters},
    {"ClusterSizeRecommendationHeld", "The recommended size of the cluster stays as it is, for the reason in the note.",
     "Run cpsizer explain with the reason.", kOfHostedClusters},
    {"NoSizeFits", "No size fits the demand of the cluster. It has the last size, which is too small for it.",
     "Add a larger size; see the runbook CpsizerExceedsLargest.", kOfHostedClusters},
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
    kAlerts,
    {"CpsizerConfigInvalid", "The ClusterSizingConfiguration is missing, unreadable or not valid: all sizes stay.",
     "Run cpsizer validate on it; docs/runbooks/CpsizerConfigInvalid.md.", kAlertRules},
    {"CpsizerFieldsNotStored",
     "The ClusterSizingConfiguration has lost capacities or fractions, so no cluster gets a smaller size.",
     "Set the fractions in the annotation cpsizer/fractions; docs/runbooks/CpsizerFieldsNotStored.md.", kAlertRules},
    {"CpsizerExceedsLargest", "No size fits the demand of these hosted clusters.",
     "Add a larger size; docs/runbooks/CpsizerExceedsLargest.md.", kAlertRules},
    {"CpsizerHeldTooLong",
     "Hosted clusters have kept their sizes for hours, because no decision about them is possible.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerHeldTooLong.md.", kAlertRules},
    {"CpsizerFlapping", "Sizes change and change back within hours.",
     "Raise the transition delays, or the distance between sizes; docs/runbooks/CpsizerFlapping.md.", kAlertRules},
    {"CpsizerContention", "Another writer repeatedly reverts what the sidecar writes to HostedClusters.",
     "Stop the other writer; docs/runbooks/CpsizerContention.md.", kAlertRules},
    {"CpsizerShadowDisagreement", "In observe mode: the sidecar would change many sizes of hosted clusters.",
     "Compare with cpsizer recommend before enforcing; docs/runbooks/CpsizerShadowDisagreement.md.", kAlertRules},
    kOutputWords,
    {"size",
     "As a controller: the one that decides sizes of hosted clusters (--controller=sizes). As a kind of write: the "
     "size of a hosted cluster.",
     "Nothing.", "`controller` of the metrics of the sidecar, and `kind` of cpsizer_sidecar_writes_total"},
    {"vpa", "The VPA of a hosted cluster was created or changed.", "Nothing.", kWriteLabel},
    {"condition", "The condition of the ClusterSizingConfiguration was written.", "Nothing.", kWriteLabel},
    kAnnotations,
    {"cpsizer/fractions",
     "A JSON object with the fractions for which the schema of the configuration may not have fields, such as "
     "{\"kubeAPIServerCPUFraction\": \"0.6\", \"sizes\": {\"small\": {\"kubeAPIServerMemoryFraction\": \"0.5\"}}}.",
     "Set it with kubectl annotate; docs/install.md explains it.", "ClusterSizingConfigurations"},
    {"cpsizer/cpu-policy", "The CPU policy of the installed sidecar, so that the command decides by the same policy.",
     "Nothing; the sidecar writes it.", kOfLease},
    {"cpsizer/vpa-settings",
     "The settings of the VPA recommender that the installed sidecar uses, so that the command uses the same settings.",
     "Nothing; the sidecar writes it.", kOfLease},
    {"cpsizer/stored-fields",
     "The fractions and capacities that the configuration had, so that the sidecar finds out when the API server loses "
     "them.",
     "Nothing; the sidecar writes it.", kOfLease},
    {"hypershift.openshift.io/cluster-scheduled",
     "If it is \"true\", the cluster waits for spec.concurrency.limit before it changes its size. Clusters without it "
     "do not wait.",
     "Nothing; the scheduler of request-serving nodes sets it.", kOfHostedClusters},
    {"hypershift.openshift.io/resource-based-cp-auto-scaling",
     "If it is \"true\", the cluster has opted in: its size follows the demand of its kube-apiserver.",
     "Set it to \"true\" if the cluster must get the recommended size.", kOfHostedClusters},
    {"hypershift.openshift.io/topology",
     "The topology of the control plane. The sidecar sizes only clusters with dedicated-request-serving-components, "
     "unless --require-topology=false is set.",
     "Nothing; do not change it for an existing cluster.", kOfHostedClusters},
    {"hypershift.openshift.io/recommended-cluster-size", "The size that the sidecar recommends to the operator.",
     "Nothing; the sidecar writes it.", kOfHostedClusters},
    {"hypershift.openshift.io/cluster-size-override",
     "The size that a person has set. The operator uses it in place of the recommended size.",
     "Remove it if the cluster must follow the recommendation.", kOfHostedClusters},
    {"hypershift.openshift.io/hosted-cluster-size", "A label: the current size of the cluster.",
     "Nothing; the operator writes it.", kOfHostedClusters},
    {"machine.openshift.io/memoryMb",
     "The memory of a machine in MiB, as a whole number without a unit. It is the capacity of a size without its own "
     "capacity.",
     "Nothing; the controller of the machines writes it.", kOfMachineSets},
    {"machine.openshift.io/vCPU",
     "The number of cores of a machine. It is the capacity of a size without its own capacity.",
     "Nothing; the controller of the machines writes it.", kOfMachineSets},
};

}  // namespace

absl::Span<const Word> SizeWords() {
  return kSizeWords;
}

}  // namespace cpsizer::cli
