#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_

// Why an object keeps what it has: the labels of metrics, log lines and status pages, the same for every controller.
// The size controller has further ones, which are the service's: the names of v1::SizeNoRecommendationReason.
namespace cpsizer::sidecar {

// The service.
inline constexpr char kServiceFailed[] = "SERVICE_FAILED";      // it is down, slow or busy, or has an error
inline constexpr char kInputRefused[] = "INPUT_REFUSED";        // it cannot decide from this input
inline constexpr char kInvalidResponse[] = "INVALID_RESPONSE";  // it gave a response that cannot be right

// The API server refuses a write of ours.
inline constexpr char kWriteFailed[] = "WRITE_FAILED";

// Shared causes beside the names of APIs.
inline constexpr char kService[] = "service";
inline constexpr char kApiServer[] = "kube-apiserver";
inline constexpr char kConfigurationCause[] = "configuration";  // it is valid, and nothing can be decided from it
inline constexpr char kUnusableConfiguration[] = "unusable configuration";

// Sizes of hosted clusters.
inline constexpr char kConfigurationUnusable[] = "CONFIGURATION_UNUSABLE";
inline constexpr char kCpuCapacityMissing[] = "CPU_CAPACITY_MISSING";
inline constexpr char kRecommendationSuspect[] = "RECOMMENDATION_SUSPECT";
inline constexpr char kNamespaceImpossible[] = "NAMESPACE_IMPOSSIBLE";
inline constexpr char kVpaOfAnotherCluster[] = "VPA_OF_ANOTHER_CLUSTER";
inline constexpr char kVpaUnreadable[] = "VPA_UNREADABLE";

// Replicas of autoscalers.
inline constexpr char kAutoscalerUnreadable[] = "AUTOSCALER_UNREADABLE";
inline constexpr char kNotObserved[] = "NOT_OBSERVED";
inline constexpr char kTargetUnreadable[] = "TARGET_UNREADABLE";
inline constexpr char kMetricsFailed[] = "METRICS_FAILED";
inline constexpr char kTargetBeingDeleted[] = "TARGET_BEING_DELETED";

// Machines of a control plane; kAutoscalerUnreadable, kNotObserved and kMetricsFailed too.
inline constexpr char kSizeNotInLadder[] = "SIZE_NOT_IN_LADDER";
inline constexpr char kMachineSetInactive[] = "MACHINE_SET_INACTIVE";
inline constexpr char kRolloutInProgress[] = "ROLLOUT_IN_PROGRESS";

// MachineAutoscalers, and the ClusterAutoscaler; kNotObserved and kTargetUnreadable too.
inline constexpr char kInvalidConfiguration[] = "INVALID_CONFIGURATION";
inline constexpr char kTargetNotFound[] = "TARGET_NOT_FOUND";
inline constexpr char kTargetOwned[] = "TARGET_OWNED";
inline constexpr char kUndoneByOthers[] = "CONTENTION";
inline constexpr char kSettingsMissing[] = "SETTINGS_MISSING";
inline constexpr char kObjectOfAnotherOwner[] = "OBJECT_OF_ANOTHER_OWNER";
inline constexpr char kFieldOfAnotherManager[] = "FIELD_OF_ANOTHER_MANAGER";

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
