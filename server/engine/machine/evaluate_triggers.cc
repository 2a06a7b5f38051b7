#include "server/engine/machine/evaluate_triggers.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/evaluate_query.h"
#include "server/engine/machine/evaluate_utilization.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kTypeNames[] = {"cpu", "memory", "prometheus"};

// The order must be the order of DegradedCause.
constexpr absl::string_view kCauseReasons[] = {
    "PrometheusAuthenticationFailed",
    "PrometheusMetricMissing",
    "PrometheusQueryInvalid",
    "PrometheusUnavailable",
    "MetricsAPIForbidden",
    "MetricsAPIUnavailable",
    "MetricsDisappeared",
    "AsExpected",
};
static_assert(std::size(kCauseReasons) == static_cast<size_t>(DegradedCause::kNone) + 1);

// Collects the condition Degraded while triggers are evaluated.
struct Degradation {
  DegradedCause cause = DegradedCause::kNone;
  std::string message;

  // Adds the trigger at `index` of `list`.
  void Add(const TriggerOutcome& outcome, absl::string_view list, size_t index) {
    if (outcome.cause == DegradedCause::kNone) return;
    cause = std::min(cause, outcome.cause);
    absl::StrAppend(&message, message.empty() ? "" : "; ", list, ".triggers[", index, "]: ", outcome.message);
  }
};

// The number of triggers of a direction in each state.
class StateCounts {
 public:
  void Add(v1::MachineTriggerState state) { ++counts_[state]; }

  v1::MachineDirectionState Combine(bool all) const {
    if (Has(v1::MACHINE_TRIGGER_STATE_ERROR)) return v1::MACHINE_DIRECTION_STATE_ERROR;
    return all ? CombineAll() : CombineAny();
  }

 private:
  bool Has(v1::MachineTriggerState state) const { return counts_[state] > 0; }

  v1::MachineDirectionState CombineAny() const {
    if (Has(v1::MACHINE_TRIGGER_STATE_MET)) return v1::MACHINE_DIRECTION_STATE_MET;
    return Has(v1::MACHINE_TRIGGER_STATE_UNKNOWN) ? v1::MACHINE_DIRECTION_STATE_UNDETERMINED
                                                  : v1::MACHINE_DIRECTION_STATE_NOT_MET;
  }

  v1::MachineDirectionState CombineAll() const {
    if (Has(v1::MACHINE_TRIGGER_STATE_NOT_MET) || Has(v1::MACHINE_TRIGGER_STATE_IGNORED)) {
      return v1::MACHINE_DIRECTION_STATE_NOT_MET;
    }
    return Has(v1::MACHINE_TRIGGER_STATE_UNKNOWN) ? v1::MACHINE_DIRECTION_STATE_UNDETERMINED
                                                  : v1::MACHINE_DIRECTION_STATE_MET;
  }

  int counts_[v1::MachineTriggerState_ARRAYSIZE] = {};
};

// One direction of the request.
struct Direction {
  v1::MachineDirection id;
  const DirectionNames& names;
  const ScalingDirection& settings;
  const v1::AutoscalerScalingDefinition& message;
  const std::vector<absl::optional<QueryReading>>& readings;
};

TriggerOutcome EvaluateOne(const MachineInput& input, const Direction& direction, size_t index,
                           v1::MachineTriggerResult& result) {
  const MachineTrigger& trigger = direction.settings.triggers[index];
  const v1::AutoscalerTrigger& message = direction.message.triggers(static_cast<int>(index));
  result.set_direction(direction.id);
  result.set_index(static_cast<int>(index));
  result.set_type(std::string(kTypeNames[static_cast<size_t>(trigger.type)]));
  result.set_comparison(direction.names.down ? "<" : ">");
  if (trigger.type == TriggerType::kPrometheus) {
    result.set_threshold(message.prometheus().threshold());
    return EvaluateQuery(trigger, direction.readings[index], direction.names.down, result);
  }
  const v1::AutoscalerUtilizationTrigger& body = trigger.type == TriggerType::kCpu ? message.cpu() : message.memory();
  result.set_threshold(body.value());
  result.set_window(body.time_window());
  return EvaluateUtilization(input, trigger, direction.names.down, result);
}

v1::MachineDirectionState EvaluateDirection(const MachineInput& input, const Direction& direction,
                                            Degradation& degradation, Evaluation& evaluation,
                                            v1::RecommendMachineResponse& response) {
  v1::MachineDirectionResult& together = *response.add_directions();
  together.set_direction(direction.id);
  together.set_trigger_policy(direction.settings.all ? "all" : "any");
  together.set_state(v1::MACHINE_DIRECTION_STATE_DISABLED);
  if (!direction.settings.enabled) return together.state();
  StateCounts states;
  for (size_t i = 0; i < direction.settings.triggers.size(); ++i) {
    v1::MachineTriggerResult& result = *response.add_triggers();
    const TriggerOutcome outcome = EvaluateOne(input, direction, i, result);
    result.set_state(outcome.state);
    if (!input.brief) result.set_message(outcome.message);
    states.Add(outcome.state);
    degradation.Add(outcome, direction.names.path, i);
    evaluation.wait = std::max(evaluation.wait, outcome.wait);
  }
  together.set_state(states.Combine(direction.settings.all));
  return together.state();
}

}  // namespace

Evaluation EvaluateTriggers(const MachineInput& input, v1::RecommendMachineResponse& response) {
  const v1::ControlPlaneMachineSetAutoscalerSpec& spec = input.request.control_plane_machine_set_autoscaler().spec();
  const Direction up = {v1::MACHINE_DIRECTION_UP, kScaleUp, input.autoscaler.up, spec.scale_up(), input.readings.up};
  const Direction down = {v1::MACHINE_DIRECTION_DOWN, kScaleDown, input.autoscaler.down, spec.scale_down(),
                          input.readings.down};
  Degradation degradation;
  Evaluation evaluation;
  evaluation.up = EvaluateDirection(input, up, degradation, evaluation, response);
  evaluation.down = EvaluateDirection(input, down, degradation, evaluation, response);
  v1::MachineDegraded& degraded = *response.mutable_degraded();
  degraded.set_degraded(degradation.cause != DegradedCause::kNone);
  degraded.set_reason(std::string(kCauseReasons[static_cast<size_t>(degradation.cause)]));
  degraded.set_message(CutText(degradation.message, kMaxConditionMessageBytes));
  return evaluation;
}

}  // namespace cpsizer
