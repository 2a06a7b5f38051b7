#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CLUSTER_AUTOSCALER_RULES_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CLUSTER_AUTOSCALER_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about ClusterAutoscalers and MachineAutoscalers, in the order of `Rule`.
inline constexpr RuleInfo kClusterAutoscalerRules[] = {
    {Rule::kNameNotDefault, "NAME_NOT_DEFAULT", v1::SEVERITY_ERROR,
     "The ClusterAutoscaler has a name other than `default`.",
     "A cluster has one ClusterAutoscaler. The operator refuses all other ClusterAutoscalers, and never reads them.",
     "Name the object `default`.", "metadata: {name: autoscaler}", "metadata: {name: default}"},
    {Rule::kEntryDuplicate, "ENTRY_DUPLICATE", v1::SEVERITY_ERROR, "A list has the same entry twice.",
     "The API server refuses such an object (Duplicate): the list is a set.", "Remove one of the two entries.",
     "expanders: [LeastWaste, LeastWaste]", "expanders: [LeastWaste, Random]"},
    {Rule::kGpuTypeUnusable, "GPU_TYPE_UNUSABLE", v1::SEVERITY_ERROR, "The type of a GPU limit has a colon.",
     "The cluster-autoscaler reads --gpu-total as type:min:max and does not start if there is a fourth part.",
     "Write the value of the label cluster-api/accelerator of the nodes.", "type: \"nvidia:t4\"", "type: nvidia-t4"},
    {Rule::kTargetNotMachineSet, "TARGET_NOT_MACHINE_SET", v1::SEVERITY_ERROR,
     "The target of a MachineAutoscaler is not a MachineSet of machine.openshift.io/v1beta1.",
     "The operator reports an error for such a target, and scales nothing.",
     "Name a MachineSet and its apiVersion. The operator compares the kind and the apiVersion exactly.",
     "scaleTargetRef: {kind: MachineSet, name: workers}",
     "scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: workers}"},
    {Rule::kTargetShared, "TARGET_SHARED", v1::SEVERITY_ERROR,
     "Two MachineAutoscalers have the same MachineSet as their target.",
     "The first MachineAutoscaler that the operator reads bounds the MachineSet. The operator reports an error for all "
     "others.",
     "Keep only one of the MachineAutoscalers, or give each MachineAutoscaler its own target.",
     "two with scaleTargetRef.name: workers-a", "one with scaleTargetRef.name: workers-a, the other with workers-b"},
    {Rule::kExpanderAfterRandom, "EXPANDER_AFTER_RANDOM", v1::SEVERITY_ERROR,
     "An expander comes after the expander `Random`.",
     "`Random` always chooses one node group, so a later expander is never used. The schema and the webhook accept "
     "this order, but the cluster-autoscaler does not start.",
     "Write `Random` as the last expander, or remove the expanders after it.", "expanders: [Random, LeastWaste]",
     "expanders: [LeastWaste, Random]"},
    {Rule::kReleaseUnknown, "RELEASE_UNKNOWN", v1::SEVERITY_ERROR,
     "The release version of the operator is not a release whose operator is known.",
     "The arguments and objects of the cluster-autoscaler differ between releases. With arguments of another release, "
     "the cluster-autoscaler may not start.",
     "Write the release of the cluster, such as `4.18.2`. For a newer release, use a newer version of cpsizer.",
     "releaseVersion: 4.11.3", "releaseVersion: 4.18.2"},
    {Rule::kGpuTypeNotLabel, "GPU_TYPE_NOT_LABEL", v1::SEVERITY_WARNING,
     "The type of a GPU limit is not a valid label value.",
     "The cluster-autoscaler searches for nodes whose label cluster-api/accelerator has this value; no node can have "
     "this value, so the limit has no effect.",
     "Write the value of the label cluster-api/accelerator of the nodes.", "type: nvidia.com/gpu", "type: nvidia-t4"},
    {Rule::kSettingWithoutEffect, "SETTING_WITHOUT_EFFECT", v1::SEVERITY_WARNING,
     "A setting has no effect because of another setting, or because the release does not have it.",
     "The setting is not passed to the cluster-autoscaler, or the cluster-autoscaler ignores it.",
     "Change the other setting or the release, if the message names one, or remove this setting.",
     "scaleDown: {enabled: false, unneededTime: 5m}", "scaleDown: {enabled: true, unneededTime: 5m}"},
    {Rule::kTargetNotFound, "TARGET_NOT_FOUND", v1::SEVERITY_WARNING,
     "The target of a MachineAutoscaler is not among the MachineSets.",
     "The MachineAutoscaler has no effect until the MachineSet exists in the namespace of the cluster-autoscaler; the "
     "operator keeps retrying.",
     "Create the MachineSet, correct the name, or remove the MachineAutoscaler.", "scaleTargetRef: {name: worker-a}",
     "scaleTargetRef: {name: workers-a}"},
    {Rule::kTargetOwned, "TARGET_OWNED", v1::SEVERITY_WARNING,
     "A MachineSet belongs to a MachineAutoscaler that is not in the request.",
     "The operator bounds a MachineSet only by the MachineAutoscaler that the annotation "
     "autoscaling.openshift.io/machineautoscaler names, even if this MachineAutoscaler no longer exists.",
     "Remove the annotation if its MachineAutoscaler no longer exists; otherwise send that MachineAutoscaler too.",
     "annotations: {autoscaling.openshift.io/machineautoscaler: old/gone}",
     "annotations: {autoscaling.openshift.io/machineautoscaler: openshift-machine-api/workers-a}"},
    {Rule::kGpuLabelMissing, "GPU_LABEL_MISSING", v1::SEVERITY_WARNING,
     "A MachineSet with GPUs has no usable label cluster-api/accelerator for its nodes.",
     "The cluster-autoscaler does not detect that the nodes are waiting for their GPU drivers, and adds more nodes "
     "than needed. Limits for GPUs do not count these GPUs.",
     "Set the label cluster-api/accelerator in spec.template.spec.metadata.labels of the MachineSet.", "labels: {}",
     "labels: {cluster-api/accelerator: nvidia-t4}"},
    {Rule::kNodeGroupBoundsInvalid, "NODE_GROUP_BOUNDS_INVALID", v1::SEVERITY_WARNING,
     "The annotations with the bounds of a MachineSet are invalid.",
     "The cluster-autoscaler loses all node groups of the cluster, not only this one, until the annotations are "
     "corrected: it neither adds nor removes nodes.",
     "Write a minimum of at least 0, and a maximum of at least the minimum; or remove both annotations, and create a "
     "MachineAutoscaler.",
     "annotations: {machine.openshift.io/cluster-api-autoscaler-node-group-min-size: \"1\"}",
     "annotations: {machine.openshift.io/cluster-api-autoscaler-node-group-min-size: \"1\", "
     "machine.openshift.io/cluster-api-autoscaler-node-group-max-size: \"6\"}"},
    {Rule::kNodeGroupCapacityInvalid, "NODE_GROUP_CAPACITY_INVALID", v1::SEVERITY_WARNING,
     "An annotation with the capacity of new nodes cannot be read.",
     "The cluster-autoscaler does not scale this MachineSet up from zero, because it does not know what fits on a new "
     "node.",
     "Write a quantity for CPU, memory and disk, and a whole number for GPUs, pods and "
     "`machine.openshift.io/memoryMb`.",
     "annotations: {capacity.cluster-autoscaler.kubernetes.io/cpu: abc}",
     "annotations: {capacity.cluster-autoscaler.kubernetes.io/cpu: \"4\"}"},
    {Rule::kNodeGroupCapacityMissing, "NODE_GROUP_CAPACITY_MISSING", v1::SEVERITY_WARNING,
     "A MachineSet may have zero machines, and its annotations do not have the CPUs and the memory of a new node.",
     "At zero machines the cluster-autoscaler does not know what fits on a new node, so it never scales the MachineSet "
     "up again. On most platforms, a controller of OpenShift writes machine.openshift.io/vCPU and "
     "machine.openshift.io/memoryMb soon after the MachineSet is created: a manifest then needs no annotations.",
     "Check the annotations of the MachineSet in the cluster. If they are missing there too, write "
     "capacity.cluster-autoscaler.kubernetes.io/cpu and .../memory, or set the minimum to at least 1.",
     "minReplicas: 0, and a MachineSet without annotations",
     "minReplicas: 0, and annotations: {machine.openshift.io/vCPU: \"4\", machine.openshift.io/memoryMb: \"16384\"}"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CLUSTER_AUTOSCALER_RULES_H_
