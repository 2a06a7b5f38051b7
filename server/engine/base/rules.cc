#include "cpsizer/rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "server/engine/replicas/validate/autoscaler_rules.h"

namespace cpsizer {
namespace {

constexpr v1::Severity kError = v1::SEVERITY_ERROR;
constexpr v1::Severity kWarning = v1::SEVERITY_WARNING;
constexpr v1::Severity kNote = v1::SEVERITY_NOTE;

// The rules of the first decision, and those of all requests. In the order of `Rule`.
constexpr RuleInfo kFirstRules[] = {
    {Rule::kKindMismatch, "KIND_MISMATCH", kError,
     "The object is of another apiVersion or kind than its place asks for.",
     "Reading one kind as another would decide on fields that mean something else.",
     "Write the apiVersion and the kind that the message names; a request may leave both out.", "kind: ConfigMap",
     "kind: ClusterSizingConfiguration"},
    {Rule::kNameNotCluster, "NAME_NOT_CLUSTER", kError, "The configuration has a name other than `cluster`.",
     "The API server refuses such an object, and the operator reads only the one named `cluster`.",
     "Name the object `cluster`.", "metadata: {name: sizes}", "metadata: {name: cluster}"},
    {Rule::kNoSizes, "NO_SIZES", kError, "The configuration has no sizes.", "There is nothing to choose from.",
     "List at least one size under spec.sizes.", "spec: {sizes: []}", "spec: {sizes: [{name: small}]}"},
    {Rule::kTooManySizes, "TOO_MANY_SIZES", kError, "The configuration has more than 1,000 sizes.",
     "Work and memory of a decision grow with the sizes; the CRD's own rules already refuse more than 100.",
     "Keep at most 1,000 sizes.", "1,001 entries under spec.sizes", "1,000 entries under spec.sizes"},
    {Rule::kSizeNameInvalid, "SIZE_NAME_INVALID", kError, "A size name is empty or not a valid label value.",
     "The operator labels clusters and machines with the name; an invalid label value stops that.",
     "Use at most 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends.", "name: \"x large\"",
     "name: xlarge"},
    {Rule::kSizeNameDuplicate, "SIZE_NAME_DUPLICATE", kError, "Two sizes have the same name.",
     "A recommendation names a size; with two of that name nobody can tell which is meant.",
     "Give every size a name of its own.", "sizes: [{name: small}, {name: small}]",
     "sizes: [{name: small}, {name: medium}]"},
    {Rule::kQuantityMalformed, "QUANTITY_MALFORMED", kError, "A value is not a Kubernetes quantity.",
     "The API server lets some such values pass, and every reader of the object then fails.",
     "Write a number with an optional suffix, such as 32Gi, 8, 650m or 0.65.", "memory: 32GB", "memory: 32Gi"},
    {Rule::kQuantityOutOfRange, "QUANTITY_OUT_OF_RANGE", kError, "A quantity is beyond 9223372036854775807.",
     "Kubernetes saturates such amounts or lets them grow, by suffix; no machine is that large.",
     "Check the suffix or the exponent: k, M, G and so on multiply by 1,000 each step.", "memory: 32Ei",
     "memory: 32Gi"},
    {Rule::kCapacityNotPositive, "CAPACITY_NOT_POSITIVE", kError, "A capacity is zero or negative.",
     "Such a size could never hold anything and would upset the order of sizes.",
     "Write what the machine has, or leave the field out.", "memory: \"0\"", "memory: 32Gi"},
    {Rule::kFractionOutOfRange, "FRACTION_OUT_OF_RANGE", kError, "A fraction is not above 0 and at most 1.",
     "A fraction says how much of a machine the kube-apiserver may use: nothing or more than all of it makes no sense.",
     "Write a fraction above 0 and at most 1, such as \"0.65\".", "kubeAPIServerMemoryFraction: \"65\"",
     "kubeAPIServerMemoryFraction: \"0.65\""},
    {Rule::kCriteriaFromAboveTo, "CRITERIA_FROM_ABOVE_TO", kError, "An interval of node counts ends before it begins.",
     "No cluster can match it, and the operator refuses the configuration.", "Make `from` at most `to`.",
     "criteria: {from: 11, to: 10}", "criteria: {from: 10, to: 11}"},
    {Rule::kCriteriaNoSizeFromZero, "CRITERIA_NO_SIZE_FROM_ZERO", kError, "No size is for clusters without nodes.",
     "A new cluster has no nodes; without a size from 0 it has none at all.", "Let exactly one size begin at 0.",
     "criteria: {from: 1}", "criteria: {from: 0}"},
    {Rule::kCriteriaSeveralSizesFromZero, "CRITERIA_SEVERAL_SIZES_FROM_ZERO", kError, "Several sizes begin at 0 nodes.",
     "The size of a new cluster would be a matter of chance.", "Let exactly one size begin at 0.",
     "from: 0 on small and medium", "from: 0 on small, from: 11 on medium"},
    {Rule::kCriteriaNoUnboundedSize, "CRITERIA_NO_UNBOUNDED_SIZE", kError, "Every size has an upper bound of nodes.",
     "A cluster above the largest bound would have no size.", "Leave `to` out of exactly one size, the largest.",
     "the last size with to: 1000", "the last size without `to`"},
    {Rule::kCriteriaSeveralUnboundedSizes, "CRITERIA_SEVERAL_UNBOUNDED_SIZES", kError,
     "Several sizes have no upper bound of nodes.",
     "Their intervals overlap, and the size of a large cluster would be a matter of chance.",
     "Leave `to` out of exactly one size, the largest.", "no `to` on medium and large", "no `to` on large alone"},
    {Rule::kCriteriaGap, "CRITERIA_GAP", kError, "Some node counts belong to no size.",
     "A cluster with such a node count has no size.", "Let each size begin one above the end of the one before.",
     "to: 10, then from: 20", "to: 10, then from: 11"},
    {Rule::kCriteriaOverlap, "CRITERIA_OVERLAP", kError, "Some node counts belong to two sizes.",
     "The size of such a cluster would be a matter of chance.",
     "Let each size begin one above the end of the one before.", "to: 10, then from: 5", "to: 10, then from: 11"},
    {Rule::kManagementIncomplete, "MANAGEMENT_INCOMPLETE", kError,
     "nonRequestServingNodesPerZone is set on some sizes and not on all.",
     "The operator adds these up over all sizes and refuses a part of them.", "Set it on every size or on none.",
     "nonRequestServingNodesPerZone on small alone", "nonRequestServingNodesPerZone on every size"},
    {Rule::kValueNegative, "VALUE_NEGATIVE", kError, "A value that counts something is negative.",
     "There is less than nothing of it.", "Write zero or more, or leave the field out.", "placeholders: -1",
     "placeholders: 0"},
    {Rule::kLimitTooSmall, "LIMIT_TOO_SMALL", kError, "concurrency.limit is below 1.",
     "With no transition allowed at once, no cluster ever changes its size.", "Allow at least one transition.",
     "limit: 0", "limit: 5"},
    {Rule::kDurationMalformed, "DURATION_MALFORMED", kError, "A value is not a duration.",
     "The operator could not tell how long to wait.", "Write numbers with units, such as 30s, 10m or 1h30m.",
     "increase: 30 seconds", "increase: 30s"},
    {Rule::kMemoryLimitMalformed, "MEMORY_LIMIT_MALFORMED", kError, "kasGoMemLimit is not a GOMEMLIMIT.",
     "The kube-apiserver would not start with it.",
     "Write a whole number of bytes, or one with B, KiB, MiB, GiB or TiB: at most 20 characters and 63 bits.",
     "kasGoMemLimit: 8Gi", "kasGoMemLimit: 8GiB"},
    {Rule::kResourceRequestIncomplete, "RESOURCE_REQUEST_INCOMPLETE", kError,
     "A resource request lacks the name of its deployment or container.", "Nobody can tell what it is for.",
     "Name both deploymentName and containerName.", "resourceRequests: [{deploymentName: etcd}]",
     "resourceRequests: [{deploymentName: etcd, containerName: etcd}]"},
    {Rule::kResourceRequestDuplicate, "RESOURCE_REQUEST_DUPLICATE", kError,
     "A size has two resource requests for one container.", "Which of them counts would be a matter of chance.",
     "Keep one entry for each container.", "two entries for etcd/etcd", "one entry for etcd/etcd"},
    {Rule::kFieldUnknown, "FIELD_UNKNOWN", kError, "A file has a field that the object does not have.",
     "A misspelt field is ignored without a word, and its default applies instead.",
     "Use the field's own name, or remove it.", "kubeAPIServerCpuFraction: \"0.5\"",
     "kubeAPIServerCPUFraction: \"0.5\""},

    {Rule::kObservationMissing, "OBSERVATION_MISSING", kError, "The request has neither vpaStatus nor demand.",
     "Without a demand there is nothing to decide on.",
     "Send the status of the VerticalPodAutoscaler as vpaStatus, or a demand with memory and cpu.", "{\"config\": ...}",
     "{\"config\": ..., \"demand\": {\"memory\": \"20Gi\"}}"},
    {Rule::kConfigMissing, "CONFIG_MISSING", kError, "The request has no configuration.",
     "Without sizes there is nothing to choose from or to look at.",
     "Send a ClusterSizingConfiguration: RecommendSize takes it as config, ValidateConfig as "
     "clusterSizingConfiguration; "
     "or a HorizontalPodAutoscaler: ValidateConfig takes it as horizontalPodAutoscaler.",
     "{\"demand\": ...}", "{\"config\": ..., \"demand\": ...}"},
    {Rule::kLimitExceeded, "LIMIT_EXCEEDED", kError, "A list or a name is longer than the API takes.",
     "Bounds keep one request from taking the service away from all others.",
     "Send less; the API reference lists every bound.", "100,001 items", "100,000 items"},
    {Rule::kEnumUnknown, "ENUM_UNKNOWN", kError, "An option has a number that this version does not know.",
     "A newer caller asks for something that this server cannot do.", "Use a value that the API reference lists.",
     "\"cpuPolicy\": 77", "\"cpuPolicy\": \"CPU_POLICY_NEVER\""},
    {Rule::kCapacityMissing, "CAPACITY_MISSING", kError,
     "The demand names memory, and a size has no memory capacity from any source.",
     "Without every size's memory nobody can tell which is the smallest that holds the demand.",
     "Set capacity.memory on those sizes, or send MachineSets labelled with them.", "- name: large",
     "- {name: large, capacity: {memory: 128Gi}}"},
    {Rule::kFieldMissing, "FIELD_MISSING", kError, "A field that the decision needs is missing.",
     "Any value put in its place would be a guess.", "Send the field that the finding names.", "{\"autoscaler\": ...}",
     "{\"autoscaler\": ..., \"scale\": ..., \"now\": \"2026-01-02T03:04:05Z\"}"},
    {Rule::kTimeMalformed, "TIME_MALFORMED", kError, "A value is not a time.",
     "The decision compares times; one that cannot be read could count either way.",
     "Write RFC 3339 with a zone, such as 2026-01-02T03:04:05Z or 2026-01-02T03:04:05.678+01:00.",
     "now: 2026-01-02 03:04", "now: \"2026-01-02T03:04:00Z\""},
    {Rule::kPodNameDuplicate, "POD_NAME_DUPLICATE", kError, "Two pods, or the metrics of two pods, have the same name.",
     "Samples belong to pods by name; with two of that name nobody can tell which is meant.",
     "Send each pod once; all are of one namespace.", "pods: [{metadata: {name: a}}, {metadata: {name: a}}]",
     "pods: [{metadata: {name: a}}, {metadata: {name: b}}]"},

    {Rule::kCpuCapacityIncomplete, "CPU_CAPACITY_INCOMPLETE", kWarning,
     "Some sizes have a CPU capacity and some have none.",
     "CPU takes no part in any decision until every size has one.",
     "Set capacity.cpu on every size, or on none to size by memory alone.", "capacity.cpu on small alone",
     "capacity.cpu on every size"},
    {Rule::kMemoryCapacityIncomplete, "MEMORY_CAPACITY_INCOMPLETE", kWarning,
     "Some sizes have a memory capacity and some have none.",
     "Every decision on memory fails until every size has one.", "Set capacity.memory on every size.",
     "capacity.memory on small alone", "capacity.memory on every size"},
    {Rule::kCapacitySourcesMixed, "CAPACITY_SOURCES_MIXED", kWarning,
     "Some sizes take a capacity from the configuration and some from MachineSets.",
     "The two sources change at different times, so the order of sizes can change unexpectedly.",
     "Configure the capacity of every size, or of none.", "capacity.memory on small, MachineSets for large",
     "capacity.memory on small and large"},
    {Rule::kMachineSetsDisagree, "MACHINE_SETS_DISAGREE", kWarning, "MachineSets of one size differ in capacity.",
     "The smallest value counts, so larger machines of that size stay partly unused.",
     "Give all MachineSets of a size the same machine type, or configure the size's capacity.",
     "memoryMb 32768 and 65536 for small", "memoryMb 32768 for small"},
    {Rule::kMachineSetMalformed, "MACHINE_SET_MALFORMED", kWarning,
     "A MachineSet's capacity annotation is no whole number above zero that a machine can have.",
     "The MachineSet is passed over for that resource.", "Write memoryMb in MiB and vCPU in CPUs as whole numbers.",
     "machine.openshift.io/memoryMb: 32Gi", "machine.openshift.io/memoryMb: \"32768\""},
    {Rule::kCpuFractionWithoutCapacity, "CPU_FRACTION_WITHOUT_CAPACITY", kWarning,
     "A CPU fraction is set where CPU has no capacity.", "A share of nothing known has no effect: CPU takes no part.",
     "Set capacity.cpu too, or remove the fraction.", "kubeAPIServerCPUFraction without capacity.cpu",
     "kubeAPIServerCPUFraction beside capacity.cpu"},
    {Rule::kCapacityOrderInconsistent, "CAPACITY_ORDER_INCONSISTENT", kWarning,
     "A size has more memory than another, and less CPU.",
     "No order of sizes is then right for both resources, and a demand on CPU skips over that size.",
     "Let a size with more memory have at least as much CPU.", "small 32Gi, 16 CPUs; medium 64Gi, 8 CPUs",
     "small 32Gi, 8 CPUs; medium 64Gi, 16 CPUs"},
    {Rule::kEffectiveCapacityNotIncreasing, "EFFECTIVE_CAPACITY_NOT_INCREASING", kWarning,
     "A larger size has less effective capacity than a smaller one.",
     "A cluster that outgrows another resource could land where the kube-apiserver has less room; decisions skip such "
     "sizes.",
     "Raise the fraction of the larger size or lower that of the smaller one.", "small 32Gi x 0.95, medium 64Gi x 0.40",
     "small 32Gi x 0.55, medium 64Gi x 0.65"},
    {Rule::kSizeNeverChosen, "SIZE_NEVER_CHOSEN", kWarning,
     "An earlier size has at least the effective capacity of this one in both resources, and it is not the last.",
     "No demand ever leads to this size; the last one is at least the answer where nothing fits.",
     "Give it more effective capacity, or remove it.", "small and medium with the same capacity, and large",
     "medium with more capacity than small"},
    {Rule::kCriteriaOrderContradictsCapacity, "CRITERIA_ORDER_CONTRADICTS_CAPACITY", kWarning,
     "Node counts order the sizes differently than capacities do.",
     "The operator tells an increase from a decrease by node count, so its transition delays apply the wrong way "
     "round.",
     "Let sizes with more capacity be for more nodes.", "small from 101, large from 0", "small from 0, large from 101"},
    {Rule::kFractionNearOne, "FRACTION_NEAR_ONE", kWarning, "A fraction is above 0.9.",
     "Little is left for everything else on the machine; clusters land on sizes that are too small for them.",
     "Leave at least a tenth of the machine to others.", "kubeAPIServerMemoryFraction: \"0.95\"",
     "kubeAPIServerMemoryFraction: \"0.75\""},
    {Rule::kFractionNearZero, "FRACTION_NEAR_ZERO", kWarning, "A fraction is below 0.1.",
     "Most of the machine is never used; clusters land on sizes that are too large for them.",
     "Check for a missing digit; give the kube-apiserver at least a tenth.", "kubeAPIServerMemoryFraction: \"0.065\"",
     "kubeAPIServerMemoryFraction: \"0.65\""},
    {Rule::kMemoryLimitAboveCapacity, "MEMORY_LIMIT_ABOVE_CAPACITY", kWarning,
     "kasGoMemLimit is above the size's effective memory.",
     "The garbage collector starts to work hard only after the kube-apiserver has outgrown its share.",
     "Keep kasGoMemLimit at or below the size's memory times its fraction.", "kasGoMemLimit: 30GiB with 32Gi x 0.55",
     "kasGoMemLimit: 16GiB with 32Gi x 0.55"},
    {Rule::kResourceRequestAboveCapacity, "RESOURCE_REQUEST_ABOVE_CAPACITY", kWarning,
     "The request of the kube-apiserver container is above the size's effective capacity.",
     "The pod asks for more than the size grants, and may not be scheduled at all.",
     "Keep the request at or below the size's capacity times its fraction.", "memory: 30Gi with 32Gi x 0.55",
     "memory: 16Gi with 32Gi x 0.55"},
    {Rule::kEffectOnSomeSizesOnly, "EFFECT_ON_SOME_SIZES_ONLY", kWarning,
     "An effect is set on some sizes and not on all.",
     "The operator sets effects and never removes them: a cluster that changes size keeps the old size's value.",
     "Set it on every size or on none.", "kasGoMemLimit on large alone", "kasGoMemLimit on every size"},
    {Rule::kSizeNameUnusableAsReason, "SIZE_NAME_UNUSABLE_AS_REASON", kWarning,
     "A size name cannot be the reason of a condition.",
     "The operator writes the name as a reason; the API server refuses it and the cluster's status stops changing.",
     "Begin with a letter; use letters and digits, and `_` only between them.", "name: x-large", "name: xlarge"},

    {Rule::kCurrentSizeUnknown, "CURRENT_SIZE_UNKNOWN", kWarning,
     "The cluster's current size is not in the configuration.",
     "It may have been as large as any: a recommendation without data moves the cluster to no size but the largest.",
     "Check whether the size was renamed or removed.", "\"currentSize\": \"huge\"", "\"currentSize\": \"large\""},
    {Rule::kVpaOverflow, "VPA_OVERFLOW", kWarning,
     "A recommendation is on the last rungs of the recommender's histogram.",
     "The histogram ends there: the true demand is unknown, and often the samples are garbage.",
     "Look at the VPA's checkpoint and the container's metrics; set the hygiene mode to WARN to act all the same.",
     "memory: \"1174275820239\"", "memory: \"4281023392\""},
    {Rule::kVpaZero, "VPA_ZERO", kWarning, "A recommendation is zero.",
     "The recommender has an empty histogram; zero is no measurement and counts as absent.",
     "Wait until the recommender has samples of the container.", "cpu: \"0\"", "cpu: 350m"},
    {Rule::kVpaMemoryMissing, "VPA_MEMORY_MISSING", kWarning,
     "Memory is missing from the recommendation, and CPU alone would make the cluster smaller.",
     "The memory demand is unknown; a smaller machine might not hold it.",
     "Let the VPA recommend memory too, or set the hygiene mode to WARN to act all the same.",
     "uncappedTarget: {cpu: 350m}", "uncappedTarget: {cpu: 350m, memory: \"4281023392\"}"},
    {Rule::kVpaAtFloor, "VPA_AT_FLOOR", kWarning, "A recommendation is the recommender's minimum, or less.",
     "The minimum is what the recommender says when it has no data; it is no measurement.",
     "Wait until the recommender has samples, or set the hygiene mode to WARN to act all the same.", "memory: 64000Ki",
     "memory: \"4281023392\""},
    {Rule::kOneBucketAway, "ONE_BUCKET_AWAY", kNote,
     "The recommender's next higher or next lower possible value would change the answer.",
     "Recommendations come in steps of about 5 %, so this cluster may move back and forth.",
     "Nothing is wrong; raise transitionDelay.decrease if it does move back and forth.",
     "a demand just below a size's edge", "a demand in the middle of a size"},
};

// The one table of rules.
constexpr auto kRules = [] {
  std::array<RuleInfo, std::size(kFirstRules) + std::size(kAutoscalerRules)> rules{};
  std::copy(std::begin(kAutoscalerRules), std::end(kAutoscalerRules),
            std::copy(std::begin(kFirstRules), std::end(kFirstRules), rules.begin()));
  return rules;
}();

constexpr bool RulesInOrder() {
  for (size_t i = 0; i < kRules.size(); ++i) {
    if (static_cast<size_t>(kRules[i].rule) != i) return false;
  }
  return kRules.size() == static_cast<size_t>(Rule::kAmountOverflow) + 1;
}
static_assert(RulesInOrder(), "kRules has every rule, in the order of Rule");

}  // namespace

absl::Span<const RuleInfo> AllRules() {
  return kRules;
}

const RuleInfo& Info(Rule rule) {
  return kRules[static_cast<size_t>(rule)];
}

const RuleInfo* FindRule(absl::string_view id) {
  for (const RuleInfo& info : kRules) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

absl::string_view SeverityWord(v1::Severity severity) {
  switch (severity) {
    case v1::SEVERITY_ERROR:
      return "error";
    case v1::SEVERITY_WARNING:
      return "warning";
    default:
      return "note";
  }
}

}  // namespace cpsizer
