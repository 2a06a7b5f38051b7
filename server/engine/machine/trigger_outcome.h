#ifndef CPSIZER_SERVER_ENGINE_MACHINE_TRIGGER_OUTCOME_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_TRIGGER_OUTCOME_H_

#include <cstdint>
#include <string>

#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer {

// The causes of the error of a trigger, in descending order of importance. Source: section 11 of
// docs/reference/machine-autoscaler.md.
enum class DegradedCause : uint8_t {
  kPrometheusAuthenticationFailed,
  kPrometheusMetricMissing,
  kPrometheusQueryInvalid,
  kPrometheusUnavailable,
  kMetricsApiForbidden,
  kMetricsApiUnavailable,
  kMetricsDisappeared,
  kNone,
};

// The result of the evaluation of one trigger.
struct TriggerOutcome {
  v1::MachineTriggerState state = v1::MACHINE_TRIGGER_STATE_UNSPECIFIED;
  // One sentence that describes the state.
  std::string message;
  // The cause of the error; kNone if there is no error.
  DegradedCause cause = DegradedCause::kNone;
  // If the state is unknown, the time until there can be enough data, in nanoseconds; 0 if waiting does not help.
  int64_t wait = 0;
};

// Returns the state of an evaluated trigger.
inline v1::MachineTriggerState StateOf(bool is_met) {
  return is_met ? v1::MACHINE_TRIGGER_STATE_MET : v1::MACHINE_TRIGGER_STATE_NOT_MET;
}

// Returns a text such as `82 is above 80` or `79 is not above 80`.
std::string ComparisonText(const std::string& observed, const std::string& threshold, bool down, bool is_met);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_TRIGGER_OUTCOME_H_
