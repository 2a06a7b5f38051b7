#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_

// The reasons of holds. Metric labels, log lines and status pages of all controllers use these names. The size
// controller also uses the names of v1::SizeNoRecommendationReason, which the service returns.
namespace cpsizer::sidecar {

// Reasons of holds after a failure, a refusal or an invalid response of the service.
inline constexpr char kServiceFailed[] = "SERVICE_FAILED";  // the service is down, slow or busy, or returned an error
inline constexpr char kInputRefused[] = "INPUT_REFUSED";    // the service cannot decide from this input
inline constexpr char kInvalidResponse[] = "INVALID_RESPONSE";  // the response of the service is invalid

// The API server refused our write.
inline constexpr char kWriteFailed[] = "WRITE_FAILED";

// The names of shared causes. A shared cause holds many objects. Any other shared cause has the name of an API.
inline constexpr char kService[] = "service";
inline constexpr char kApiServer[] = "kube-apiserver";
// The configuration is valid, but no decision can use it.
inline constexpr char kConfigurationCause[] = "configuration";
inline constexpr char kUnusableConfiguration[] = "unusable configuration";

// Reasons of holds for the sizes of hosted clusters.
inline constexpr char kConfigurationUnusable[] = "CONFIGURATION_UNUSABLE";
inline constexpr char kCpuCapacityMissing[] = "CPU_CAPACITY_MISSING";
inline constexpr char kCapacitySuspect[] = "CAPACITY_SUSPECT";
inline constexpr char kFieldsNotStored[] = "FIELDS_NOT_STORED";
inline constexpr char kRecommendationSuspect[] = "RECOMMENDATION_SUSPECT";
inline constexpr char kNamespaceImpossible[] = "NAMESPACE_IMPOSSIBLE";
inline constexpr char kVpaOfAnotherCluster[] = "VPA_OF_ANOTHER_CLUSTER";
inline constexpr char kVpaUnreadable[] = "VPA_UNREADABLE";

// Reasons of holds for the replicas of autoscalers.
inline constexpr char kAutoscalerUnreadable[] = "AUTOSCALER_UNREADABLE";
inline constexpr char kNotObserved[] = "NOT_OBSERVED";
inline constexpr char kTargetUnreadable[] = "TARGET_UNREADABLE";
inline constexpr char kMetricsFailed[] = "METRICS_FAILED";
inline constexpr char kTargetBeingDeleted[] = "TARGET_BEING_DELETED";
inline constexpr char kVersionUnknown[] = "VERSION_UNKNOWN";
inline constexpr char kScaleToZeroOff[] = "SCALE_TO_ZERO_OFF";

// Reasons of holds for control plane machines. kAutoscalerUnreadable, kNotObserved and kMetricsFailed are also used for
// machines.
inline constexpr char kSizeNotInLadder[] = "SIZE_NOT_IN_LADDER";
inline constexpr char kMachineSetInactive[] = "MACHINE_SET_INACTIVE";
inline constexpr char kRolloutInProgress[] = "ROLLOUT_IN_PROGRESS";

// Reasons of holds for MachineAutoscalers and the ClusterAutoscaler. kNotObserved and kTargetUnreadable are also used
// for these objects.
inline constexpr char kInvalidConfiguration[] = "INVALID_CONFIGURATION";
inline constexpr char kTargetNotFound[] = "TARGET_NOT_FOUND";
inline constexpr char kTargetOwned[] = "TARGET_OWNED";
inline constexpr char kContention[] = "CONTENTION";
inline constexpr char kSettingsMissing[] = "SETTINGS_MISSING";
inline constexpr char kObjectOfAnotherOwner[] = "OBJECT_OF_ANOTHER_OWNER";
inline constexpr char kFieldOfAnotherManager[] = "FIELD_OF_ANOTHER_MANAGER";

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
