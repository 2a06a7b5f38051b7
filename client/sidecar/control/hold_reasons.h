#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_

// The reasons of holds that all or several controllers have. Metric labels, log lines and status pages use these names.
// The reasons of one controller are in the header of its plan. tests/lint/words_test.cc finds a reason in each header
// of the sidecar by the form of its declaration.
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

// Reasons of several controllers about their objects.
inline constexpr char kAutoscalerUnreadable[] = "AUTOSCALER_UNREADABLE";
inline constexpr char kNotObserved[] = "NOT_OBSERVED";
inline constexpr char kTargetUnreadable[] = "TARGET_UNREADABLE";
inline constexpr char kMetricsFailed[] = "METRICS_FAILED";
inline constexpr char kInvalidConfiguration[] = "INVALID_CONFIGURATION";
inline constexpr char kContention[] = "CONTENTION";

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_HOLD_REASONS_H_
