#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kOfHostedClusters = "HostedClusters";
constexpr absl::string_view kOfLease = "the Lease of the sidecar";
constexpr absl::string_view kOfMachineSets = "MachineSets";

constexpr Word kAnnotations[] = {
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
    {"autoscaling.openshift.io/machineautoscaler", "The MachineAutoscaler that owns the bounds of the MachineSet.",
     "Remove it only if this MachineAutoscaler no longer exists.", kOfMachineSets},
};

}  // namespace

absl::Span<const Word> AnnotationWords() {
  return kAnnotations;
}

}  // namespace cpsizer::cli
