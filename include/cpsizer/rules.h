#ifndef CPSIZER_RULES_H_
#define CPSIZER_RULES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer {

// The rules that a finding or an error can name. Their names on the wire are in the tables that
// server/engine/rule_tables.cc combines, and never change. The comments below name the objects or requests for which
// the rules were added. Other objects and requests can use the same rules.
enum class Rule : uint8_t {
  // Errors in a ClusterSizingConfiguration.
  kKindMismatch,
  kNameNotCluster,
  kNoSizes,
  kTooManySizes,
  kSizeNameInvalid,
  kSizeNameDuplicate,
  kQuantityMalformed,
  kQuantityOutOfRange,
  kCapacityNotPositive,
  kFractionOutOfRange,
  kCriteriaFromAboveTo,
  kCriteriaNoSizeFromZero,
  kCriteriaSeveralSizesFromZero,
  kCriteriaNoUnboundedSize,
  kCriteriaSeveralUnboundedSizes,
  kCriteriaGap,
  kCriteriaOverlap,
  kManagementIncomplete,
  kValueNegative,
  kLimitTooSmall,
  kDurationMalformed,
  kMemoryLimitMalformed,
  kResourceRequestIncomplete,
  kResourceRequestDuplicate,
  kFractionsMalformed,
  kFractionsSizeUnknown,
  kAnnotationUnknown,
  kFieldUnknown,
  kFieldTypeMismatch,
  // Errors in the other parts of a request.
  kObservationMissing,
  kConfigMissing,
  kLimitExceeded,
  kEnumUnknown,
  kCapacityMissing,
  kKubernetesVersionUnknown,
  // Errors in a request about replicas or about CPU requests.
  kFieldMissing,
  kTimeMalformed,
  kPodNameDuplicate,
  // Errors in an update of an object of any kind, compared with the old object.
  kFieldImmutable,
  kFinalizerAdded,
  // Warnings about a ClusterSizingConfiguration and its MachineSets.
  kCpuCapacityIncomplete,
  kMemoryCapacityIncomplete,
  kCapacitySourcesMixed,
  kMachineSetsDisagree,
  kMachineSetMalformed,
  kCpuFractionWithoutCapacity,
  kCapacityOrderInconsistent,
  kEffectiveCapacityNotIncreasing,
  kSizeNeverChosen,
  kCriteriaOrderContradictsCapacity,
  kFractionNearOne,
  kFractionNearZero,
  kMemoryLimitAboveCapacity,
  kResourceRequestAboveCapacity,
  kEffectOnSomeSizesOnly,
  kMemoryLimitAboveRequest,
  kResourceRequestEmpty,
  kResourceRequestAboveNodes,
  kEffectShrinks,
  kPlaceholdersIgnored,
  kSizeNameUnusableAsReason,
  kSizeNamesDifferInCase,
  kMemoryCapacityTiny,
  kMemoryCapacityHuge,
  kCpuCapacityHuge,
  kNoCapacity,
  kSlidingWindowZero,
  kFractionOverridden,
  kGenerationNegative,
  kConcurrencyAbsent,
  kTransitionDelayAbsent,
  kFieldsNotStored,
  // Warnings and notes about observations.
  kCurrentSizeUnknown,
  kVpaOverflow,
  kVpaZero,
  kVpaMemoryMissing,
  kVpaCpuMissing,
  kVpaAtFloor,
  kCapacitySuspect,
  kCpuCapacityMissing,
  kVpaRecommendationStale,
  kVpaLowEvidence,
  kVpaContainerRepeated,
  kOneBucketAway,
  // Findings about a hosted cluster. Only a client has them.
  kSizeOverrideUnknown,
  kPausedUntilInvalid,
  kRequestOverrideMalformed,
  kRequestOverrideIgnored,
  kEffectAnnotationMalformed,
  // Errors in a HorizontalPodAutoscaler.
  kFieldRequired,
  kFieldForbidden,
  kValueNotSupported,
  kValueOutOfRange,
  kNameInvalid,
  kApiVersionInvalid,
  kMaxReplicasBelowMin,
  kScaleToZeroWithoutMetric,
  // Warnings and notes about a HorizontalPodAutoscaler.
  kScaleToZeroGated,
  kMinEqualsMax,
  kTargetNotScalable,
  kUtilizationAboveRequests,
  kResourceNotMeasured,
  kTargetTypeMismatch,
  kTargetOverflow,
  kTargetRounded,
  kMetricRepeated,
  kMetricSelectorInvalid,
  kDirectionDisabled,
  kPolicyOverflow,
  kStuckAtZero,
  kDownscaleWindowShort,
  kToleranceLarge,
  kPolicyPeriodShort,
  kExternalNameUppercase,
  // Warnings about the observed pods and the observed target of a HorizontalPodAutoscaler.
  kPodRequestsMissing,
  kContainerNotFound,
  kPodsShared,
  kReplicasPinned,
  kAmountOverflow,
  kExternalSumNegative,
  kSelectorTooWide,
  kStatusReplicasKept,
  kTargetUnmatched,
  // Errors in the kubelet configuration of a control plane.
  kCpuSetMalformed,
  kReservedCpusOutsideCapacity,
  kReservedAboveCapacity,
  kStaticPolicyWithoutReserved,
  // Warnings and notes about the CPU requests of a control plane and its kubelet configuration.
  kAllocatableAboveCapacity,
  kRequestsAboveLimit,
  kCpuRequestMissing,
  kReservationComputedByNode,
  kReservedCpusTakePrecedence,
  // Errors in a ControlPlaneMachineSetAutoscaler or its TriggerAuthentication.
  kWeightDuplicate,
  kMachineSizeDuplicate,
  kSpellingsContradict,
  kNumberMalformed,
  kUrlMalformed,
  kAuthModesContradict,
  kParameterDuplicate,
  kCredentialsIncomplete,
  // Warnings about a ControlPlaneMachineSetAutoscaler.
  kMachineSizesTooFew,
  kDelayShort,
  kDelayBelowWindow,
  kTriggerPolicyOmitted,
  kTriggerNeverMet,
  kThresholdsOverlap,
  kCertificateNotChecked,
  kTenancyWithoutNamespace,
  kMachineSizeSmall,
  // Warnings about a ControlPlaneMachineSet.
  kMachineSetInactive,
  kMachineSetOnDelete,
  kMachineSizeNotInLadder,
  kCoresPerSocketMismatch,
  // Warnings about a decision on the size of machines.
  kLastScaleInFuture,
  kWindowExceedsSamples,
  // Errors in the samples for a decision on the size of machines.
  kColumnLengthMismatch,
  // Errors in a ClusterAutoscaler or a MachineAutoscaler.
  kNameNotDefault,
  kEntryDuplicate,
  kGpuTypeUnusable,
  kTargetNotMachineSet,
  kTargetShared,
  kExpanderAfterRandom,
  // Errors in the settings of the operator of the cluster-autoscaler.
  kReleaseUnknown,
  // Warnings about a ClusterAutoscaler.
  kGpuTypeNotLabel,
  kSettingWithoutEffect,
  // Warnings about MachineAutoscalers and their targets.
  kTargetNotFound,
  kTargetOwned,
  kGpuLabelMissing,
  kNodeGroupBoundsInvalid,
  kNodeGroupCapacityInvalid,
  kNodeGroupCapacityMissing,
};

// The documentation of a rule, which `cpsizer explain` and the reference page print.
struct RuleInfo {
  Rule rule;
  absl::string_view id;  // in UPPER_SNAKE
  v1::Severity severity;
  absl::string_view meaning;  // one sentence
  absl::string_view why;      // why the rule matters, a few sentences
  absl::string_view remedy;   // how to fix the problem, one or two sentences
  absl::string_view wrong;    // an example that breaks the rule
  absl::string_view right;    // the same example, fixed
};

// Returns all rules, in the order of `Rule`.
absl::Span<const RuleInfo> AllRules();

const RuleInfo& Info(Rule rule);

// Returns null if no rule has this id.
const RuleInfo* FindRule(absl::string_view id);

// Returns the word for the severity in messages: `error`, `warning` or `note`.
absl::string_view SeverityWord(v1::Severity severity);

}  // namespace cpsizer

#endif  // CPSIZER_RULES_H_
