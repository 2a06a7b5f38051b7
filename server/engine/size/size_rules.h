#ifndef CPSIZER_SERVER_ENGINE_SIZE_SIZE_RULES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SIZE_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about a ClusterSizingConfiguration, its MachineSets, and the observation of a hosted cluster, in the order
// of `Rule`.
inline constexpr RuleInfo kSizeRules[] = {
    {Rule::kNoSizes, "NO_SIZES", v1::SEVERITY_ERROR, "The configuration has no sizes.",
     "There is nothing to choose from.", "List at least one size under spec.sizes.", "spec: {sizes: []}",
     "spec: {sizes: [{name: small}]}"},
    {Rule::kTooManySizes, "TOO_MANY_SIZES", v1::SEVERITY_ERROR, "The configuration has more than 1,000 sizes.",
     "The time and the memory for a decision grow with the number of sizes. The validation of the CRD already refuses "
     "more than 100 sizes.",
     "Keep at most 1,000 sizes.", "1,001 entries under spec.sizes", "1,000 entries under spec.sizes"},
    {Rule::kSizeNameInvalid, "SIZE_NAME_INVALID", v1::SEVERITY_ERROR,
     "A size name is empty or not a valid label value.",
     "The operator writes the name as a label of clusters and machines, and the API server refuses an invalid label "
     "value.",
     "Use at most 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends.", "name: \"x large\"",
     "name: xlarge"},
    {Rule::kSizeNameDuplicate, "SIZE_NAME_DUPLICATE", v1::SEVERITY_ERROR, "Two sizes have the same name.",
     "A recommendation refers to a size by name. If two sizes have the same name, the recommendation is ambiguous.",
     "Give each size a unique name.", "sizes: [{name: small}, {name: small}]",
     "sizes: [{name: small}, {name: medium}]"},
    {Rule::kCapacityNotPositive, "CAPACITY_NOT_POSITIVE", v1::SEVERITY_ERROR, "A capacity is zero or negative.",
     "Such a size could never hold a cluster and would break the order of sizes.",
     "Write the capacity of the machine, or omit the field.", "memory: \"0\"", "memory: 32Gi"},
    {Rule::kFractionOutOfRange, "FRACTION_OUT_OF_RANGE", v1::SEVERITY_ERROR, "A fraction is 0 or less, or above 1.",
     "A fraction is the part of a machine that the kube-apiserver may use. It must be above 0 and at most 1.",
     "Write a fraction above 0 and at most 1, such as \"0.65\".", "kubeAPIServerMemoryFraction: \"65\"",
     "kubeAPIServerMemoryFraction: \"0.65\""},
    {Rule::kCriteriaFromAboveTo, "CRITERIA_FROM_ABOVE_TO", v1::SEVERITY_ERROR,
     "An interval of node counts ends before it begins.",
     "No cluster can match this interval, and the operator refuses the configuration.", "Make `from` at most `to`.",
     "criteria: {from: 11, to: 10}", "criteria: {from: 10, to: 11}"},
    {Rule::kCriteriaNoSizeFromZero, "CRITERIA_NO_SIZE_FROM_ZERO", v1::SEVERITY_ERROR,
     "No size is for clusters without nodes.",
     "A new cluster has no nodes. If no size begins at 0 nodes, a new cluster has no size.",
     "Set `from: 0` on exactly one size.", "criteria: {from: 1}", "criteria: {from: 0}"},
    {Rule::kCriteriaSeveralSizesFromZero, "CRITERIA_SEVERAL_SIZES_FROM_ZERO", v1::SEVERITY_ERROR,
     "Several sizes begin at 0 nodes.", "The size of a new cluster would be undefined.",
     "Set `from: 0` on exactly one size.", "from: 0 on small and medium", "from: 0 on small, from: 11 on medium"},
    {Rule::kCriteriaNoUnboundedSize, "CRITERIA_NO_UNBOUNDED_SIZE", v1::SEVERITY_ERROR,
     "Every size has an upper bound of nodes.", "A cluster above the largest bound would have no size.",
     "Omit `to` in exactly one size, the largest.", "the last size with to: 1000", "the last size without `to`"},
    {Rule::kCriteriaSeveralUnboundedSizes, "CRITERIA_SEVERAL_UNBOUNDED_SIZES", v1::SEVERITY_ERROR,
     "Several sizes have no upper bound of nodes.",
     "Their intervals overlap, and the size of a large cluster would be undefined.",
     "Omit `to` in exactly one size, the largest.", "no `to` on medium and large", "no `to` on large alone"},
    {Rule::kCriteriaGap, "CRITERIA_GAP", v1::SEVERITY_ERROR, "Some node counts belong to no size.",
     "A cluster with such a node count has no size.",
     "Set `from` of each size to 1 more than `to` of the previous size.", "to: 10, then from: 20",
     "to: 10, then from: 11"},
    {Rule::kCriteriaOverlap, "CRITERIA_OVERLAP", v1::SEVERITY_ERROR, "Some node counts belong to two sizes.",
     "The size of such a cluster would be undefined.",
     "Set `from` of each size to 1 more than `to` of the previous size.", "to: 10, then from: 5",
     "to: 10, then from: 11"},
    {Rule::kManagementIncomplete, "MANAGEMENT_INCOMPLETE", v1::SEVERITY_ERROR,
     "nonRequestServingNodesPerZone is set on some sizes and not on all.",
     "The operator adds up the values of all sizes, and refuses a configuration with missing values.",
     "Set the field on every size or on no size.", "nonRequestServingNodesPerZone on small alone",
     "nonRequestServingNodesPerZone on every size"},
    {Rule::kLimitTooSmall, "LIMIT_TOO_SMALL", v1::SEVERITY_ERROR, "concurrency.limit is below 1.",
     "If no transition is allowed, no cluster ever changes its size.", "Allow at least one transition.", "limit: 0",
     "limit: 5"},
    {Rule::kMemoryLimitMalformed, "MEMORY_LIMIT_MALFORMED", v1::SEVERITY_ERROR,
     "kasGoMemLimit is not a valid GOMEMLIMIT.", "The kube-apiserver would not start with it.",
     "Write a whole number of bytes, or a whole number with the unit B, KiB, MiB, GiB or TiB: at most 20 characters "
     "and 63 bits.",
     "kasGoMemLimit: 8Gi", "kasGoMemLimit: 8GiB"},
    {Rule::kResourceRequestIncomplete, "RESOURCE_REQUEST_INCOMPLETE", v1::SEVERITY_ERROR,
     "A resource request does not specify its deployment or its container.",
     "It is not defined to which container the request applies.", "Set both deploymentName and containerName.",
     "resourceRequests: [{deploymentName: etcd}]", "resourceRequests: [{deploymentName: etcd, containerName: etcd}]"},
    {Rule::kResourceRequestDuplicate, "RESOURCE_REQUEST_DUPLICATE", v1::SEVERITY_ERROR,
     "A size has two resource requests for one container.", "It is not defined which of the two requests applies.",
     "Keep one entry for each container.", "two entries for etcd/etcd", "one entry for etcd/etcd"},
    {Rule::kFractionsMalformed, "FRACTIONS_MALFORMED", v1::SEVERITY_ERROR,
     "The annotation cpsizer/fractions is not a JSON object with fractions.",
     "Without the fractions, decisions could make clusters smaller.",
     "Write an object with the fields kubeAPIServerMemoryFraction, kubeAPIServerCPUFraction and sizes, and each "
     "fraction as a text, such as {\"kubeAPIServerCPUFraction\": \"0.6\", \"sizes\": {\"small\": "
     "{\"kubeAPIServerMemoryFraction\": \"0.5\"}}}.",
     "cpsizer/fractions: '{\"kubeAPIServerCPUFraction\": 0.6}'",
     "cpsizer/fractions: '{\"kubeAPIServerCPUFraction\": \"0.6\"}'"},
    {Rule::kFractionsSizeUnknown, "FRACTIONS_SIZE_UNKNOWN", v1::SEVERITY_ERROR,
     "The annotation cpsizer/fractions has a size that is not in the configuration.",
     "The name is probably misspelled or old, and the size for which the fractions are meant would use other "
     "fractions.",
     "Use the names in spec.sizes, and remove sizes that no longer exist.",
     "cpsizer/fractions: '{\"sizes\": {\"meduim\": {}}}'", "cpsizer/fractions: '{\"sizes\": {\"medium\": {}}}'"},
    {Rule::kAnnotationUnknown, "ANNOTATION_UNKNOWN", v1::SEVERITY_WARNING,
     "An annotation of the configuration has the prefix of cpsizer, but not a known name.",
     "It has no effect. If it was meant to be cpsizer/fractions, decisions are made without its fractions.",
     "Write cpsizer/fractions, or remove the annotation.", "cpsizer/fraction: '{...}'", "cpsizer/fractions: '{...}'"},
    {Rule::kObservationMissing, "OBSERVATION_MISSING", v1::SEVERITY_ERROR,
     "The request has neither vpaStatus nor demand.", "Without a demand there is nothing to decide on.",
     "Send the status of the VerticalPodAutoscaler as vpaStatus, or a demand with memory and cpu.",
     "{\"clusterSizingConfiguration\": ...}",
     "{\"clusterSizingConfiguration\": ..., \"demand\": {\"memory\": \"20Gi\"}}"},
    {Rule::kCapacityMissing, "CAPACITY_MISSING", v1::SEVERITY_ERROR,
     "The demand includes memory, and a size has no memory capacity from any source.",
     "Without the memory capacity of every size, the smallest size that holds the demand is unknown.",
     "Set capacity.memory on each size without a memory capacity, or send MachineSets with the labels of these sizes.",
     "- name: large", "- {name: large, capacity: {memory: 128Gi}}"},
    {Rule::kCpuCapacityIncomplete, "CPU_CAPACITY_INCOMPLETE", v1::SEVERITY_WARNING,
     "Some sizes have a CPU capacity and some have none.",
     "CPU does not take part in any decision until every size has a CPU capacity.",
     "Set capacity.cpu on every size. To decide only by memory, set capacity.cpu on no size.",
     "capacity.cpu on small alone", "capacity.cpu on every size"},
    {Rule::kMemoryCapacityIncomplete, "MEMORY_CAPACITY_INCOMPLETE", v1::SEVERITY_WARNING,
     "Some sizes have a memory capacity and some have none.",
     "Every decision on memory fails until every size has a memory capacity.", "Set capacity.memory on every size.",
     "capacity.memory on small alone", "capacity.memory on every size"},
    {Rule::kCapacitySourcesMixed, "CAPACITY_SOURCES_MIXED", v1::SEVERITY_WARNING,
     "Some sizes take a capacity from the configuration and some from MachineSets.",
     "The two sources change at different times, so the order of the sizes can change unexpectedly.",
     "Set the capacity of every size in the configuration, or of no size.",
     "capacity.memory on small, MachineSets for large", "capacity.memory on small and large"},
    {Rule::kMachineSetsDisagree, "MACHINE_SETS_DISAGREE", v1::SEVERITY_WARNING,
     "MachineSets of one size differ in capacity.",
     "The smallest value is used, so larger machines of that size stay partly unused.",
     "Give all MachineSets of a size the same machine type, or configure the size's capacity.",
     "memoryMb 32768 and 65536 for small", "memoryMb 32768 for small"},
    {Rule::kMachineSetMalformed, "MACHINE_SET_MALFORMED", v1::SEVERITY_WARNING,
     "A MachineSet's capacity annotation is not a whole number above zero that a machine can have.",
     "The MachineSet is ignored for that resource.", "Write memoryMb in MiB and vCPU in CPUs as whole numbers.",
     "machine.openshift.io/memoryMb: 32Gi", "machine.openshift.io/memoryMb: \"32768\""},
    {Rule::kCpuFractionWithoutCapacity, "CPU_FRACTION_WITHOUT_CAPACITY", v1::SEVERITY_WARNING,
     "A CPU fraction is set without a CPU capacity.",
     "Without a capacity the fraction has no effect: CPU does not take part.",
     "Set capacity.cpu too, or remove the fraction.", "kubeAPIServerCPUFraction without capacity.cpu",
     "kubeAPIServerCPUFraction with capacity.cpu"},
    {Rule::kCapacityOrderInconsistent, "CAPACITY_ORDER_INCONSISTENT", v1::SEVERITY_WARNING,
     "A size has more memory but less CPU than another size.",
     "No order of the sizes is then correct for both resources. A decision skips this size if the CPU demand is too "
     "large for it.",
     "Give a size with more memory at least as much CPU.", "small 32Gi, 16 CPUs; medium 64Gi, 8 CPUs",
     "small 32Gi, 8 CPUs; medium 64Gi, 16 CPUs"},
    {Rule::kEffectiveCapacityNotIncreasing, "EFFECTIVE_CAPACITY_NOT_INCREASING", v1::SEVERITY_WARNING,
     "A larger size has less effective capacity than a smaller one.",
     "A cluster whose demand for one resource grows could get a size with less capacity for the other resource. "
     "Decisions therefore skip a size that does not hold the whole demand.",
     "Raise the fraction of the larger size, or lower the fraction of the smaller size.",
     "small 32Gi x 0.95, medium 64Gi x 0.40", "small 32Gi x 0.55, medium 64Gi x 0.65"},
    {Rule::kSizeNeverChosen, "SIZE_NEVER_CHOSEN", v1::SEVERITY_WARNING,
     "An earlier size has at least the effective capacity of this size for both resources, and this size is not the "
     "last size.",
     "No demand selects this size. This does not apply to the last size, because it is selected if no size holds the "
     "demand.",
     "Give this size more effective capacity, or remove this size.",
     "small and medium with the same capacity, and large", "medium with more capacity than small"},
    {Rule::kCriteriaOrderContradictsCapacity, "CRITERIA_ORDER_CONTRADICTS_CAPACITY", v1::SEVERITY_WARNING,
     "Node counts order the sizes differently than capacities do.",
     "The operator distinguishes an increase from a decrease by node count, so its transition delays apply in the "
     "wrong direction.",
     "Use sizes with more capacity for more nodes.", "small from 101, large from 0", "small from 0, large from 101"},
    {Rule::kFractionNearOne, "FRACTION_NEAR_ONE", v1::SEVERITY_WARNING, "A fraction is above 0.9.",
     "Little capacity is left for other processes on the machine, so clusters get sizes that are too small for them.",
     "Leave at least a tenth of the machine for other processes.", "kubeAPIServerMemoryFraction: \"0.95\"",
     "kubeAPIServerMemoryFraction: \"0.75\""},
    {Rule::kFractionNearZero, "FRACTION_NEAR_ZERO", v1::SEVERITY_WARNING, "A fraction is below 0.1.",
     "Most of the machine is never used, so clusters get sizes that are too large for them.",
     "Check for a missing digit; give the kube-apiserver at least a tenth.", "kubeAPIServerMemoryFraction: \"0.065\"",
     "kubeAPIServerMemoryFraction: \"0.65\""},
    {Rule::kMemoryLimitAboveCapacity, "MEMORY_LIMIT_ABOVE_CAPACITY", v1::SEVERITY_WARNING,
     "kasGoMemLimit is above the size's effective memory.",
     "The garbage collector starts to work harder only after the kube-apiserver has exceeded its share of the memory.",
     "Keep kasGoMemLimit at or below the size's memory times its fraction.", "kasGoMemLimit: 30GiB with 32Gi x 0.55",
     "kasGoMemLimit: 16GiB with 32Gi x 0.55"},
    {Rule::kResourceRequestAboveCapacity, "RESOURCE_REQUEST_ABOVE_CAPACITY", v1::SEVERITY_WARNING,
     "The request of the kube-apiserver container is above the size's effective capacity.",
     "The pod requests more than the size provides, and might not be scheduled.",
     "Keep the request at or below the size's capacity times its fraction.", "memory: 30Gi with 32Gi x 0.55",
     "memory: 16Gi with 32Gi x 0.55"},
    {Rule::kEffectOnSomeSizesOnly, "EFFECT_ON_SOME_SIZES_ONLY", v1::SEVERITY_WARNING,
     "An effect other than machineHealthCheckTimeout, or a resource of a request, is set on some sizes and not on all.",
     "The operator sets these effects and never removes them: a cluster that changes its size keeps the value of the "
     "old size. It does remove machineHealthCheckTimeout.",
     "Set the field on every size or on no size.", "kasGoMemLimit on large alone", "kasGoMemLimit on every size"},
    {Rule::kMemoryLimitAboveRequest, "MEMORY_LIMIT_ABOVE_REQUEST", v1::SEVERITY_NOTE,
     "kasGoMemLimit is above the memory that the size requests for the kube-apiserver.",
     "The scheduler reserves only the request. A kube-apiserver may then use more memory than its node has left, and "
     "is one of the first pods that a node short of memory evicts.",
     "Request at least kasGoMemLimit, or lower kasGoMemLimit to about 90 % of the request.",
     "kasGoMemLimit: 6GiB with memory: 5Gi", "kasGoMemLimit: 4608MiB with memory: 5Gi"},
    {Rule::kResourceRequestEmpty, "RESOURCE_REQUEST_EMPTY", v1::SEVERITY_WARNING,
     "A resource request of a size has neither memory nor cpu.",
     "The operator then writes an annotation without a value, with which the control plane operator of each cluster "
     "with this size fails, so later changes to these control planes, such as an upgrade, stop.",
     "Give memory or cpu, or remove the resource request.", "{deploymentName: etcd, containerName: etcd}",
     "{deploymentName: etcd, containerName: etcd, memory: 2Gi}"},
    {Rule::kResourceRequestAboveNodes, "RESOURCE_REQUEST_ABOVE_NODES", v1::SEVERITY_WARNING,
     "A resource request of a size is above what each of the given Nodes has allocatable.",
     "No node can run a pod with this request, so the pod of each cluster with this size stays pending.",
     "Lower the request, or add larger nodes.", "memory: 128Gi with nodes of 64Gi", "memory: 48Gi with nodes of 64Gi"},
    {Rule::kEffectShrinks, "EFFECT_SHRINKS", v1::SEVERITY_WARNING,
     "A request, a memory limit or a limit of requests in flight is smaller on a larger size.",
     "A cluster that grows then gets less than before, when it needs more.",
     "Give a larger size at least the values of the smaller sizes.", "etcd with 4Gi on small and 2Gi on large",
     "etcd with 2Gi on small and 4Gi on large"},
    {Rule::kPlaceholdersIgnored, "PLACEHOLDERS_IGNORED", v1::SEVERITY_WARNING,
     "A size after the first one with placeholders has placeholders too.",
     "The operator creates placeholders for the first size that has any, and none for the others. New clusters with "
     "the "
     "other sizes wait for nodes. Node-hours count only the placeholders that the operator creates.",
     "Set placeholders only on the size that new clusters start with.", "placeholders: 2 on small and 1 on large",
     "placeholders: 2 on small"},
    {Rule::kSizeNameUnusableAsReason, "SIZE_NAME_UNUSABLE_AS_REASON", v1::SEVERITY_WARNING,
     "A size name cannot be the reason of a condition.",
     "The operator writes the name as the reason of a condition. The API server refuses such a reason, so the status "
     "of the cluster no longer changes.",
     "Begin with a letter. Use letters and digits, and use `_` only between letters and digits.", "name: x-large",
     "name: xlarge"},
    {Rule::kSizeNamesDifferInCase, "SIZE_NAMES_DIFFER_IN_CASE", v1::SEVERITY_WARNING,
     "Two size names differ only in upper and lower case.",
     "The two names belong to different sizes and are easy to confuse, also in label selectors.",
     "Give each size a name that differs in more than case.", "sizes: [{name: small}, {name: Small}]",
     "sizes: [{name: small}, {name: medium}]"},
    {Rule::kMemoryCapacityTiny, "MEMORY_CAPACITY_TINY", v1::SEVERITY_WARNING, "A memory capacity is below 1Gi.",
     "A number without a unit is a number of bytes, and Mi is not Gi. The size then holds no cluster, and comes before "
     "all other sizes.",
     "Write the unit, such as Gi. Until then, the rule CAPACITY_SUSPECT holds changes to a size that may be smaller, "
     "and "
     "warnings that compare sizes ignore this size.",
     "memory: 32Mi", "memory: 32Gi"},
    {Rule::kMemoryCapacityHuge, "MEMORY_CAPACITY_HUGE", v1::SEVERITY_WARNING, "A memory capacity is 4Ti or more.",
     "No machine of a control plane has so much memory; the unit is probably that of another number, as Ti for Gi. The "
     "size then comes after all other sizes.",
     "Write the unit, such as Gi. Until then, the rule CAPACITY_SUSPECT holds changes to a size that may be smaller, "
     "and "
     "warnings that compare sizes ignore this size.",
     "memory: 32Ti", "memory: 32Gi"},
    {Rule::kCpuCapacityHuge, "CPU_CAPACITY_HUGE", v1::SEVERITY_WARNING, "A CPU capacity is 2,000 cores or more.",
     "No machine has so many cores; the value probably has a unit of memory, or is in millicores without the m. No CPU "
     "demand then exceeds the size.",
     "Write the number of cores without a unit, or millicores with an m. Until then, the rule CAPACITY_SUSPECT holds "
     "changes to a size that may be smaller, and warnings that compare sizes ignore this size.",
     "cpu: 32Gi", "cpu: \"32\""},
    {Rule::kNoCapacity, "NO_CAPACITY", v1::SEVERITY_NOTE,
     "No size has a capacity in the configuration or from MachineSets.",
     "A decision such as `recommend` then needs MachineSets that provide the capacities. Without these MachineSets, "
     "the decision fails with CAPACITY_MISSING.",
     "Send the MachineSets of all sizes with each decision, or set capacity.memory on every size.",
     "sizes: [{name: small}]", "sizes: [{name: small, capacity: {memory: 32Gi}}]"},
    {Rule::kSlidingWindowZero, "SLIDING_WINDOW_ZERO", v1::SEVERITY_WARNING, "concurrency.slidingWindow is 0.",
     "The operator counts the transitions in this window. A window of 0 never has transitions, so concurrency.limit "
     "has no effect.",
     "Write a duration above 0, such as 10m. If you omit the field, keep concurrency: its default applies only if "
     "concurrency exists.",
     "slidingWindow: 0s", "slidingWindow: 10m"},
    {Rule::kConcurrencyAbsent, "CONCURRENCY_ABSENT", v1::SEVERITY_WARNING, "spec.concurrency is absent.",
     "The defaults belong to the fields of concurrency, and the API server does not apply them if concurrency itself "
     "is "
     "absent. The operator then reads a limit of 0, so a cluster with the annotation cluster-scheduled never changes "
     "its size. The CRD of cpsizer sets concurrency to {}; the CRD of HyperShift does not.",
     "Write concurrency: {}, which means 5 transitions in 10m, or set limit and slidingWindow. For no limit, set a "
     "slidingWindow of 0s, in which any limit has no effect.",
     "spec: {sizes: [...]}", "spec: {concurrency: {}, sizes: [...]}"},
    {Rule::kTransitionDelayAbsent, "TRANSITION_DELAY_ABSENT", v1::SEVERITY_WARNING, "spec.transitionDelay is absent.",
     "The defaults belong to the fields of transitionDelay, and the API server does not apply them if transitionDelay "
     "itself is absent. The operator then changes sizes without a delay, so a cluster whose recommendation alternates "
     "is moved each time. The CRD of cpsizer sets transitionDelay to {}; the CRD of HyperShift does not.",
     "Write transitionDelay: {}, which means 30s before an increase and 10m before a decrease, or set both fields. For "
     "no delay, set both to 0s.",
     "spec: {sizes: [...]}", "spec: {transitionDelay: {}, sizes: [...]}"},
    {Rule::kFieldsNotStored, "FIELDS_NOT_STORED", v1::SEVERITY_WARNING,
     "The status of the configuration has the condition SizingFieldsStored with the status False.",
     "The CRD of the configuration was probably replaced by one without the fields for capacities or fractions, so the "
     "API server no longer returns them. This is not a reason for smaller sizes: the sidecar holds each cluster that "
     "would get a size that may be smaller, and so does each decision with this configuration and a current size.",
     "Do what the message of the condition says. The sidecar then sets the condition to True. In a file with a "
     "proposed configuration, remove the status. To get the size without this rule, set the hold mode to off "
     "(--holds=off).",
     "status: {conditions: [{type: SizingFieldsStored, status: \"False\"}]}",
     "status: {conditions: [{type: SizingFieldsStored, status: \"True\"}]}"},
    {Rule::kFractionOverridden, "FRACTION_OVERRIDDEN", v1::SEVERITY_WARNING,
     "The annotation cpsizer/fractions and the spec have different values for the same fraction.",
     "Decisions use the value of the spec.", "Remove one of the two values.",
     "kubeAPIServerCPUFraction \"0.6\" in the annotation, \"0.5\" in the spec",
     "kubeAPIServerCPUFraction \"0.5\" in the spec alone"},
    {Rule::kCurrentSizeUnknown, "CURRENT_SIZE_UNKNOWN", v1::SEVERITY_WARNING,
     "The cluster's current size is not in the configuration.",
     "The current size may have been the largest size, so a recommendation without data can change the cluster only to "
     "the largest size.",
     "Check whether the size was renamed or removed.", "\"currentSize\": \"huge\"", "\"currentSize\": \"large\""},
    {Rule::kVpaOverflow, "VPA_OVERFLOW", v1::SEVERITY_WARNING,
     "A recommendation is at the upper end of the recommender's histogram.",
     "The histogram ends at this value, so the true demand is unknown. Often the samples are invalid.",
     "Check the checkpoint of the VPA and the metrics of the container. To use the recommendation anyway, set the "
     "hygiene mode to warn (--hygiene=warn).",
     "memory: \"1174275820239\"", "memory: \"4281023392\""},
    {Rule::kVpaZero, "VPA_ZERO", v1::SEVERITY_WARNING, "A recommendation is zero.",
     "The recommender has an empty histogram; zero is not a measurement and is treated as absent.",
     "Wait until the recommender has samples of the container.", "cpu: \"0\"", "cpu: 350m"},
    {Rule::kVpaMemoryMissing, "VPA_MEMORY_MISSING", v1::SEVERITY_WARNING,
     "Memory is missing from the recommendation, and CPU alone would make the cluster smaller.",
     "The memory demand is unknown; a smaller machine might not hold it.",
     "Let the VPA recommend memory too. To use the recommendation anyway, set the hygiene mode to warn "
     "(--hygiene=warn).",
     "uncappedTarget: {cpu: 350m}", "uncappedTarget: {cpu: 350m, memory: \"4281023392\"}"},
    {Rule::kVpaCpuMissing, "VPA_CPU_MISSING", v1::SEVERITY_WARNING,
     "The configuration uses CPU, but the recommendation has no CPU; and memory alone would make the cluster smaller, "
     "or the cluster has no size yet.",
     "The CPU demand is unknown; a smaller machine might not hold it.",
     "Let the VPA recommend CPU too. If the VPA leaves out CPU on purpose, set controlledResources: [memory] in its "
     "resource policy and send the policy as vpaResourcePolicy. Another solution is to set the CPU policy to never "
     "(--cpu-policy=never), or the hygiene mode to warn (--hygiene=warn).",
     "uncappedTarget: {memory: \"4281023392\"}", "uncappedTarget: {cpu: 350m, memory: \"4281023392\"}"},
    {Rule::kVpaAtFloor, "VPA_AT_FLOOR", v1::SEVERITY_WARNING, "A recommendation is the recommender's minimum, or less.",
     "The recommender reports its minimum when it has no data. The minimum is not a measurement.",
     "Wait until the recommender has samples. To use the recommendation anyway, set the hygiene mode to warn "
     "(--hygiene=warn).",
     "memory: 64000Ki", "memory: \"4281023392\""},
    {Rule::kCapacitySuspect, "CAPACITY_SUSPECT", v1::SEVERITY_WARNING,
     "The unit of a capacity is probably wrong, or a MachineSet of a size has no readable capacity while another has "
     "one, "
     "and the cluster would change to a size that may be smaller.",
     "With a wrong capacity, a size can hold more or less than the decision expects. A change is certainly to a larger "
     "size only if the new size has more memory, and the units of the memory of both sizes are plausible.",
     "Correct the capacity, or the annotation of the MachineSet. To get the size without this rule, set the hold mode "
     "to off (--holds=off).",
     "memory: \"128\"", "memory: 128Gi"},
    {Rule::kCpuCapacityMissing, "CPU_CAPACITY_MISSING", v1::SEVERITY_WARNING,
     "The configuration uses CPU, no CPU capacity is known for a size, and the cluster would change to a size that may "
     "be smaller.",
     "Without the capacity, memory alone decides. The CPU demand may be the reason for the current size, and a "
     "MachineSet may be missing only for some time. A change to a size with more memory does not cause this finding.",
     "Set capacity.cpu on every size, or send the MachineSets of all sizes. To decide by memory alone, set the CPU "
     "policy to never (--cpu-policy=never). To get the size without this rule, set the hold mode to off (--holds=off).",
     "capacity.cpu on small alone", "capacity.cpu on every size"},
    {Rule::kVpaRecommendationStale, "VPA_RECOMMENDATION_STALE", v1::SEVERITY_WARNING,
     "The VPA has the condition NoPodsMatched or ConfigUnsupported.",
     "The recommender keeps the last recommendation, but the recommendation is not about running pods.",
     "Check the target of the VPA and the pods of the kube-apiserver. To use the recommendation anyway, set the "
     "hygiene "
     "mode to warn (--hygiene=warn).",
     "conditions: [{type: NoPodsMatched, status: \"True\"}]",
     "conditions: [{type: RecommendationProvided, status: \"True\"}]"},
    {Rule::kVpaLowEvidence, "VPA_LOW_EVIDENCE", v1::SEVERITY_WARNING,
     "The upper bound of a recommendation is more than 100 times its uncapped target, or the VPA is younger than a "
     "day.",
     "The recommendation is based on few samples, which may not include a time of high load. The recommender reports a "
     "very high upper bound if it has only a few minutes of samples.",
     "Wait until the VPA is older. To change the thresholds, use --vpa-max-upper-bound-ratio and --vpa-min-age. To use "
     "the recommendation anyway, set the hygiene mode to warn (--hygiene=warn).",
     "uncappedTarget.memory 4Gi, upperBound.memory 500Gi", "uncappedTarget.memory 4Gi, upperBound.memory 6Gi"},
    {Rule::kVpaContainerRepeated, "VPA_CONTAINER_REPEATED", v1::SEVERITY_WARNING,
     "The recommendation has more than one entry for the container kube-apiserver.",
     "The first entry is used. The recommender never writes two entries for a container, so the status has another "
     "writer.",
     "Find the writer of the status, and keep one entry for each container.", "two entries for kube-apiserver",
     "one entry for kube-apiserver"},
    {Rule::kOneBucketAway, "ONE_BUCKET_AWAY", v1::SEVERITY_NOTE,
     "The next higher or the next lower value that the recommender can report would change the decision.",
     "Recommendations come in steps of about 5 %, so this cluster may move back and forth.",
     "No action is needed; raise transitionDelay.decrease if the cluster does move back and forth.",
     "a demand just below a size's edge", "a demand in the middle of a size"},
    {Rule::kSizeOverrideUnknown, "SIZE_OVERRIDE_UNKNOWN", v1::SEVERITY_WARNING,
     "The annotation hypershift.openshift.io/cluster-size-override of a hosted cluster is not the name of a size.",
     "The operator reports this only in its log, and does not change the size of the cluster any more: neither a "
     "recommendation nor a number of nodes has an effect.",
     "Write the name of a size of the configuration, exactly as it is there, or remove the annotation.",
     "hypershift.openshift.io/cluster-size-override: \"true\"", "hypershift.openshift.io/cluster-size-override: large"},
    {Rule::kPausedUntilInvalid, "PAUSED_UNTIL_INVALID", v1::SEVERITY_WARNING,
     "spec.pausedUntil of a hosted cluster is neither true or false nor a time.",
     "The operator reports this only in its log, and does not change the size of the cluster any more, as if the pause "
     "had no end; for everything else it takes the cluster as not paused.",
     "Write \"true\", \"false\" or a time of RFC 3339, or remove the field.", "pausedUntil: 2026-12-31",
     "pausedUntil: \"2026-12-31T12:00:00Z\""},
    {Rule::kRequestOverrideMalformed, "REQUEST_OVERRIDE_MALFORMED", v1::SEVERITY_ERROR,
     "An annotation resource-request-override of a hosted cluster does not have the form that the control plane "
     "operator of the cluster reads, or its amount is negative, which the API server refuses.",
     "The control plane operator then fails each time that it reconciles a component of this control plane, so later "
     "changes to it, such as an upgrade, stop.",
     "Name the deployment and the container in the key, and write RESOURCE=QUANTITY in the value, with commas between "
     "several resources.",
     "resource-request-override.hypershift.openshift.io/kube-apiserver: memory=16Gi",
     "resource-request-override.hypershift.openshift.io/kube-apiserver.kube-apiserver: memory=16Gi,cpu=4"},
    {Rule::kRequestOverrideIgnored, "REQUEST_OVERRIDE_IGNORED", v1::SEVERITY_WARNING,
     "A value in an annotation resource-request-override of a hosted cluster is not a quantity, or its key cannot be "
     "the "
     "name of a deployment and a container.",
     "The control plane operator ignores the value without a message, so the container keeps the request that it has "
     "without the annotation.",
     "Write a Kubernetes quantity: cores or millicores for CPU, and bytes with a unit such as Gi for memory. In the "
     "key, "
     "write DEPLOYMENT.CONTAINER; a name of a container has no dot.",
     "memory=16GB,cpu=4cores", "memory=16Gi,cpu=4"},
    {Rule::kEffectAnnotationMalformed, "EFFECT_ANNOTATION_MALFORMED", v1::SEVERITY_ERROR,
     "An annotation of a hosted cluster for GOMEMLIMIT or for limits of requests in flight cannot be read by its "
     "kube-apiserver.",
     "The kube-apiserver of the cluster does not start again after its next restart. If the size of the cluster sets "
     "the effect, the operator replaces the annotation.",
     "Write a number with B, KiB, MiB, GiB or TiB for GOMEMLIMIT, and a number from 0 on for requests in flight.",
     "hypershift.openshift.io/kube-apiserver-gomemlimit: 7Gi",
     "hypershift.openshift.io/kube-apiserver-gomemlimit: 7GiB"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SIZE_RULES_H_
