#include "cpsizer/recommend_machine.h"

#include <algorithm>
#include <string>

#include "absl/types/optional.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "server/engine/base/durations.h"
#include "server/engine/machine/evaluate_triggers.h"
#include "server/engine/machine/machine_input.h"
#include "server/engine/machine/size_patch.h"
#include "server/engine/machine/summarize_machine.h"

namespace cpsizer {
namespace {

// 9999-12-31T23:59:59Z, the last time that RFC 3339 can represent.
constexpr Instant kLastInstant = 253'402'300'799 * kSecond;

std::string TimeText(absl::optional<Instant> time) {
  return time.has_value() ? FormatInstant(std::min(*time, kLastInstant)) : "";
}

// Returns the next size in a direction; null at the end of the ladder.
const MachineSize* NextSize(const MachineLadder& ladder, const MachineSize& current, bool up) {
  const MachineSize* const next = up ? &current + 1 : &current - 1;
  const bool exists = up ? next <= &ladder.sizes.back() : &current != &ladder.sizes.front();
  return exists ? next : nullptr;
}

void SetSize(const PlatformInfo& platform, const MachineSize& size, v1::MachineLadderSize& message) {
  message.set_name(SizeName(platform, size.values));
  message.set_weight(size.weight);
  message.set_index(size.index);
}

struct Step {
  v1::MachineReason reason;
  const MachineSize* target = nullptr;  // null if the size does not change
  bool up = false;
};

// Implements section 10 of docs/reference/machine-autoscaler.md, in the same order.
Step DecideStep(const MachineInput& input, const Evaluation& evaluation, absl::optional<Instant> cooldown_end) {
  const ControlPlaneAutoscaler& autoscaler = input.autoscaler;
  if (input.machine.is_deleting) return {v1::MACHINE_REASON_MACHINE_SET_DELETING};
  if (!autoscaler.up.enabled && !autoscaler.down.enabled) return {v1::MACHINE_REASON_SCALING_DISABLED};
  if (input.machine.size == nullptr) return {v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER};
  if (evaluation.up == v1::MACHINE_DIRECTION_STATE_ERROR || evaluation.down == v1::MACHINE_DIRECTION_STATE_ERROR) {
    return {v1::MACHINE_REASON_METRICS_ERROR};
  }
  const bool up = evaluation.up == v1::MACHINE_DIRECTION_STATE_MET;
  const bool up_is_open = evaluation.up == v1::MACHINE_DIRECTION_STATE_UNDETERMINED;
  const bool down = !up && !up_is_open && evaluation.down == v1::MACHINE_DIRECTION_STATE_MET;
  if (!up && !down) {
    const bool is_open = up_is_open || evaluation.down == v1::MACHINE_DIRECTION_STATE_UNDETERMINED;
    return {is_open ? v1::MACHINE_REASON_INSUFFICIENT_DATA : v1::MACHINE_REASON_NO_TRIGGER_MET};
  }
  const MachineSize* const target = NextSize(autoscaler.ladder, *input.machine.size, up);
  if (target == nullptr) return {up ? v1::MACHINE_REASON_AT_MAXIMUM_SIZE : v1::MACHINE_REASON_AT_MINIMUM_SIZE};
  if (!input.machine.is_active) return {v1::MACHINE_REASON_MACHINE_SET_INACTIVE};
  if (input.machine.is_rolling_out) return {v1::MACHINE_REASON_ROLLOUT_IN_PROGRESS};
  if (cooldown_end.has_value() && input.now < *cooldown_end) return {v1::MACHINE_REASON_COOLING_DOWN};
  return {v1::MACHINE_REASON_TRIGGERED, target, up};
}

v1::MachineOutcome OutcomeOf(const Step& step) {
  if (step.target == nullptr) return v1::MACHINE_OUTCOME_HOLD;
  return step.up ? v1::MACHINE_OUTCOME_SCALE_UP : v1::MACHINE_OUTCOME_SCALE_DOWN;
}

int64_t RequeueAfter(const MachineInput& input, v1::MachineReason reason, const Evaluation& evaluation,
                     absl::optional<Instant> cooldown_end) {
  const int64_t period = input.autoscaler.sync_period;
  if (reason == v1::MACHINE_REASON_COOLING_DOWN) {
    return static_cast<int64_t>(std::min<Nanos>(period, *cooldown_end - input.now));
  }
  if (reason == v1::MACHINE_REASON_INSUFFICIENT_DATA && evaluation.wait > 0) return std::min(period, evaluation.wait);
  return period;
}

// Returns the earliest time of the next change; nothing if no time prevents a change.
absl::optional<Instant> NextStepTime(const MachineInput& input, v1::MachineReason reason, const Evaluation& evaluation,
                                     absl::optional<Instant> cooldown_end) {
  Instant time = cooldown_end.value_or(input.now);
  if (reason == v1::MACHINE_REASON_INSUFFICIENT_DATA) time = std::max(time, input.now + evaluation.wait);
  return time > input.now ? absl::make_optional(time) : absl::nullopt;
}

// Returns the start of the longest window that ends now, minus one interval.
Instant OldestToKeep(const MachineInput& input) {
  int64_t longest = 0;
  for (const ScalingDirection* direction : {&input.autoscaler.up, &input.autoscaler.down}) {
    for (const MachineTrigger& trigger : direction->triggers) longest = std::max(longest, trigger.window);
  }
  return input.now - longest - input.sample_interval;
}

void AnswerSizes(const MachineInput& input, const Step& step, v1::RecommendMachineResponse& response) {
  if (input.machine.size == nullptr) return;
  const PlatformInfo& platform = *input.autoscaler.ladder.platform;
  SetSize(platform, *input.machine.size, *response.mutable_current());
  if (step.target == nullptr) return;
  SetSize(platform, *step.target, *response.mutable_target());
  response.set_patch(SizePatch(platform, input.machine.values, *step.target,
                               input.request.control_plane_machine_set().metadata().resource_version()));
}

void AnswerTimes(const MachineInput& input, const Step& step, const Evaluation& evaluation,
                 absl::optional<Instant> cooldown_end, v1::RecommendMachineResponse& response) {
  LastScales last = input.last;
  if (step.target != nullptr) (step.up ? last.up : last.down) = input.now;
  response.set_requeue_after(FormatGoDuration(RequeueAfter(input, step.reason, evaluation, cooldown_end)));
  response.set_cooldown_until(TimeText(cooldown_end));
  response.set_next_step_time(
      TimeText(NextStepTime(input, step.reason, evaluation, CooldownEnd(last, input.autoscaler, input.now))));
  response.set_last_scale_up_time(TimeText(last.up));
  response.set_last_scale_down_time(TimeText(last.down));
}

}  // namespace

absl::Status RecommendMachine(const v1::RecommendMachineRequest& request, v1::RecommendMachineResponse& response) {
  Findings findings(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxMachineFindings);
  const MachineInput input = ReadMachineInput(request, findings);
  if (findings.has_errors()) return InvalidArgument(response.findings());
  const Evaluation evaluation = EvaluateTriggers(input, response);
  const absl::optional<Instant> cooldown_end = CooldownEnd(input.last, input.autoscaler, input.now);
  const Step step = DecideStep(input, evaluation, cooldown_end);
  response.set_outcome(OutcomeOf(step));
  response.set_reason(step.reason);
  AnswerSizes(input, step, response);
  AnswerTimes(input, step, evaluation, cooldown_end, response);
  KeepSamples(input.nodes, OldestToKeep(input), input.now, input.brief, response);
  response.set_config_generation(request.control_plane_machine_set_autoscaler().metadata().generation());
  if (input.brief) {
    response.clear_findings();
  } else {
    response.set_summary(SummarizeMachine(input, response));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
