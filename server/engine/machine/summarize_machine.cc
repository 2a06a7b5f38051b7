#include "server/engine/machine/summarize_machine.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Returns the triggers in this state, each with its sentence, for example `cpu: 82.5 % is above 80 %`. If `direction`
// is unspecified, returns the triggers of both directions with their names, for example `scaleUp[0] cpu: 82.5 % is
// above 80 %`.
std::string TriggersIn(v1::MachineTriggerState state, v1::MachineDirection direction,
                       const v1::RecommendMachineResponse& response) {
  std::string text;
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    if (trigger.state() != state) continue;
    const bool is_named = direction == v1::MACHINE_DIRECTION_UNSPECIFIED;
    if (!is_named && trigger.direction() != direction) continue;
    const bool up = trigger.direction() == v1::MACHINE_DIRECTION_UP;
    absl::StrAppend(&text, text.empty() ? "" : "; ",
                    is_named ? Indexed(up ? "scaleUp" : "scaleDown", trigger.index()) + " " : "", trigger.type(), ": ",
                    trigger.message());
  }
  return CutText(text, kMaxReportedTextBytes);
}

std::string MetTriggers(bool up, const v1::RecommendMachineResponse& response) {
  return TriggersIn(v1::MACHINE_TRIGGER_STATE_MET, up ? v1::MACHINE_DIRECTION_UP : v1::MACHINE_DIRECTION_DOWN,
                    response);
}

// Returns a clause about the direction in which the size should change, with the triggers that are met.
std::string Wanted(const v1::RecommendMachineResponse& response) {
  const bool up = response.directions(0).state() == v1::MACHINE_DIRECTION_STATE_MET;
  return absl::StrCat(" although a ", up ? "larger" : "smaller", " size is requested (", MetTriggers(up, response),
                      "): ");
}

std::string WhyNot(const v1::RecommendMachineResponse& response) {
  switch (response.reason()) {
    case v1::MACHINE_REASON_MACHINE_SET_DELETING:
      return ", because the ControlPlaneMachineSet is being deleted.";
    case v1::MACHINE_REASON_SCALING_DISABLED:
      return ": neither scaleUp nor scaleDown is enabled.";
    case v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER:
      return ", because it is not one of the sizes of the autoscaler.";
    case v1::MACHINE_REASON_METRICS_ERROR:
      return absl::StrCat(
          ", because ", TriggersIn(v1::MACHINE_TRIGGER_STATE_ERROR, v1::MACHINE_DIRECTION_UNSPECIFIED, response), ".");
    case v1::MACHINE_REASON_INSUFFICIENT_DATA:
      return absl::StrCat(", because there is not enough data yet (",
                          TriggersIn(v1::MACHINE_TRIGGER_STATE_UNKNOWN, v1::MACHINE_DIRECTION_UNSPECIFIED, response),
                          ").");
    case v1::MACHINE_REASON_AT_MAXIMUM_SIZE:
      return absl::StrCat(Wanted(response), "it is the largest.");
    case v1::MACHINE_REASON_AT_MINIMUM_SIZE:
      return absl::StrCat(Wanted(response), "it is the smallest.");
    case v1::MACHINE_REASON_MACHINE_SET_INACTIVE:
      return absl::StrCat(Wanted(response), "the ControlPlaneMachineSet is not active.");
    case v1::MACHINE_REASON_ROLLOUT_IN_PROGRESS:
      return absl::StrCat(Wanted(response), "the machines of the last change are still being replaced.");
    case v1::MACHINE_REASON_COOLING_DOWN:
      return absl::StrCat(Wanted(response), "the delay after the last change ends at ", response.cooldown_until(), ".");
    default:
      return ": the triggers of neither direction are met.";
  }
}

}  // namespace

std::string SummarizeMachine(const MachineInput& input, const v1::RecommendMachineResponse& response) {
  const std::string& name = input.machine.name;
  const std::string size = name.empty() ? "The size of the machines" : absl::StrCat("\"", Quoted(name), "\"");
  if (response.outcome() == v1::MACHINE_OUTCOME_HOLD) {
    return absl::StrCat(size, name.empty() ? " stays" : " stays the size of the machines", WhyNot(response));
  }
  const bool up = response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP;
  return absl::StrCat("The machines change from ", size, " to the next ", up ? "larger" : "smaller", " size, \"",
                      Quoted(response.target().name()), "\": ", MetTriggers(up, response), ".");
}

}  // namespace cpsizer
