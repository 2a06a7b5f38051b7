#include "client/sidecar/machine/machine_reporter.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

constexpr ReportWords kMachineWords = {kControlPlaneAutoscalerKind, "autoscaler", "Scale", "the machine size is held",
                                       "the machine size is no longer held"};
constexpr ReportLine kMachineWouldChange = {LogLevel::kInfo, "would change the machine size"};
constexpr ReportLine kMachineChanged = {LogLevel::kInfo, "machine size changed", "MachineSizeChanged"};
constexpr ReportLine kMachineRefused = {
    LogLevel::kWarn, "the API server refused the new machine size; the size stays as it is", "MachineSizeRefused"};
constexpr ReportLine kMachineUnknown = {
    LogLevel::kWarn, "it is unknown whether the machine size changed; reading the ControlPlaneMachineSet again"};
constexpr ReportLine kMachineApplied = {LogLevel::kInfo, "the pending change of the machine size has taken effect"};
constexpr ReportLine kMachineDropped = {LogLevel::kInfo,
                                        "the pending change of the machine size did not take effect; it is dropped"};
constexpr ReportLine kMachineStatusNotWritten = {
    LogLevel::kWarn, "failed to write the status of the autoscaler; the machine size does not change"};

std::string DirectionField(v1::MachineDirection direction) {
  return direction == v1::MACHINE_DIRECTION_UP ? "scaleUp" : "scaleDown";
}

// Returns a text such as `scaleUp[0] cpu 82.5 > 80 over 5m (master-0 85 of 5 samples, ...)`.
std::string TriggerText(const v1::MachineTriggerResult& trigger) {
  std::string text = absl::StrCat(DirectionField(trigger.direction()), "[", trigger.index(), "] ", trigger.type(), " ",
                                  trigger.observed(), " ", trigger.comparison(), " ", trigger.threshold());
  if (!trigger.window().empty()) absl::StrAppend(&text, " over ", trigger.window());
  if (trigger.nodes().empty()) return text;
  return absl::StrCat(text, " (",
                      absl::StrJoin(trigger.nodes(), ", ",
                                    [](std::string* out, const v1::MachineNodeUtilization& node) {
                                      absl::StrAppend(out, node.node(), " ", node.utilization(), " of ",
                                                      node.samples_used(), " samples");
                                    }),
                      ")");
}

// Returns the texts of the triggers that are met.
std::string MetTriggers(const v1::RecommendMachineResponse& response) {
  std::vector<std::string> texts;
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    if (trigger.state() == v1::MACHINE_TRIGGER_STATE_MET) texts.push_back(TriggerText(trigger));
  }
  return absl::StrJoin(texts, "; ");
}

std::vector<LogField> ChangeFields(const v1::AutoscalerPendingScale& change) {
  return {{"direction", change.direction()}, {"from", change.from()}, {"to", change.to()}, {"time", change.time()}};
}

std::vector<LogField> WithError(const v1::AutoscalerPendingScale& change, const absl::Status& status) {
  std::vector<LogField> fields = ChangeFields(change);
  fields.push_back({"error", std::string(status.message())});
  return fields;
}

}  // namespace

MachineReporter::MachineReporter(ControllerDependencies dependencies, ControllerState& state)
    : Report(kMachineWords, std::move(dependencies), state) {}

void MachineReporter::Decided(const ControlPlaneAutoscaler& object, const v1::RecommendMachineResponse& response) {
  Report::Decided(object, OutcomeName(response.outcome()),
                  {{"reason", ReasonName(response.reason())},
                   {"currentSize", response.current().name()},
                   {"targetSize", response.target().name()},
                   {"nextStepTime", response.next_step_time()},
                   {"summary", response.summary()}});
}

void MachineReporter::Observed(const ControlPlaneAutoscaler& object, bool would_change,
                               const v1::RecommendMachineResponse& response) {
  Compared(object, would_change);
  if (!would_change) return;
  Say(kMachineWouldChange, object,
      {{"from", response.current().name()},
       {"to", response.target().name()},
       {"triggers", MetTriggers(response)},
       {"patch", response.patch()}});
}

void MachineReporter::Changed(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
                              const v1::RecommendMachineResponse& response) {
  ++counters().writes[kMachineSetWrites];
  std::vector<LogField> fields = ChangeFields(change);
  fields.push_back({"triggers", MetTriggers(response)});
  Say(kMachineChanged, object, std::move(fields), response.summary());
}

void MachineReporter::Refused(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
                              const absl::Status& status) {
  Say(kMachineRefused, object, WithError(change, status),
      absl::StrCat("The size ", change.to(), " was refused: ", std::string(status.message())));
}

void MachineReporter::Unknown(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
                              const absl::Status& status) {
  Say(kMachineUnknown, object, WithError(change, status));
}

void MachineReporter::Resolved(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
                               bool applied) {
  Say(applied ? kMachineApplied : kMachineDropped, object, ChangeFields(change));
}

void MachineReporter::StatusNotWritten(const ControlPlaneAutoscaler& object, const absl::Status& status, bool refused) {
  const std::string error(status.message());
  // If the object is held for another reason, this reason remains.
  if (refused && HoldReasonOf(object).empty()) {
    SetHold(object, {kWriteFailed, ""}, error);
    Record(object, /*warning=*/true, "FailedUpdateStatus", absl::StrCat("The status was not written: ", error));
  }
  Say(kMachineStatusNotWritten, object, {{"error", error}});
}

}  // namespace cpsizer::sidecar
