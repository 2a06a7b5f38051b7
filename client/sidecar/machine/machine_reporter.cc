#include "client/sidecar/machine/machine_reporter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/control/report_hold.h"

namespace cpsizer::sidecar {
namespace {

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

void MachineReporter::LogObject(LogLevel level, absl::string_view message, const MachineObject& object,
                                std::vector<LogField> more) const {
  std::vector<LogField> fields = {{"namespace", object.name_space}, {"autoscaler", object.name}};
  for (LogField& field : more) fields.push_back(std::move(field));
  outputs_.log(level, message, WithoutEmpty(std::move(fields)));
}

void MachineReporter::Decided(const MachineObject& object, const v1::RecommendMachineResponse& response) {
  ++counters_.decisions[OutcomeName(response.outcome())];
  LogObject(LogLevel::kDebug, "decision", object,
            {{"outcome", OutcomeName(response.outcome())},
             {"reason", ReasonName(response.reason())},
             {"currentSize", response.current().name()},
             {"targetSize", response.target().name()},
             {"nextStepTime", response.next_step_time()},
             {"summary", response.summary()}});
}

void MachineReporter::SetHold(const MachineObject& object, const HoldCause& cause, const std::string& note) {
  ReportHold(state_.holds, KeyOf(object), cause, note, outputs_.now(),
             {"the machine size is held", "the machine size is no longer held"},
             [&](LogLevel level, absl::string_view message, std::vector<LogField> fields) {
               LogObject(level, message, object, std::move(fields));
             });
}

void MachineReporter::Observed(const MachineObject& object, bool would_change,
                               const v1::RecommendMachineResponse& response) {
  state_.agreements.Note(KeyOf(object), would_change ? "disagree" : "agree");
  if (!would_change) return;
  LogObject(LogLevel::kInfo, "would change the machine size", object,
            {{"from", response.current().name()},
             {"to", response.target().name()},
             {"triggers", MetTriggers(response)},
             {"patch", response.patch()}});
}

void MachineReporter::Changed(const MachineObject& object, const v1::AutoscalerPendingScale& change,
                              const v1::RecommendMachineResponse& response) {
  ++counters_.writes[kMachineSetWrites];
  std::vector<LogField> fields = ChangeFields(change);
  fields.push_back({"triggers", MetTriggers(response)});
  LogObject(LogLevel::kInfo, "machine size changed", object, std::move(fields));
  outputs_.record(EventAbout(object, /*warning=*/false, "MachineSizeChanged", "Scale", response.summary()));
}

void MachineReporter::Refused(const MachineObject& object, const v1::AutoscalerPendingScale& change,
                              const absl::Status& status) {
  LogObject(LogLevel::kWarn, "the API server refused the new machine size; the size stays as it is", object,
            WithError(change, status));
  outputs_.record(EventAbout(object, /*warning=*/true, "MachineSizeRefused", "Scale",
                             absl::StrCat("The size ", change.to(), " was refused: ", std::string(status.message()))));
}

void MachineReporter::Unknown(const MachineObject& object, const v1::AutoscalerPendingScale& change,
                              const absl::Status& status) {
  LogObject(LogLevel::kWarn, "it is unknown whether the machine size changed; reading the ControlPlaneMachineSet again",
            object, WithError(change, status));
}

void MachineReporter::Resolved(const MachineObject& object, const v1::AutoscalerPendingScale& change, bool applied) {
  LogObject(LogLevel::kInfo,
            applied ? "the pending change of the machine size has taken effect"
                    : "the pending change of the machine size did not take effect; it is dropped",
            object, ChangeFields(change));
}

bool MachineReporter::IsWriteRefused(const MachineObject& object) const {
  return state_.holds.ReasonOf(KeyOf(object)) == kWriteFailed;
}

void MachineReporter::StatusNotWritten(const MachineObject& object, const absl::Status& status, bool refused) {
  // If the object is held for another reason, this reason remains.
  if (refused && state_.holds.ReasonOf(KeyOf(object)).empty()) {
    SetHold(object, {kWriteFailed, ""}, std::string(status.message()));
    outputs_.record(EventAbout(object, /*warning=*/true, "FailedUpdateStatus", "Scale",
                               absl::StrCat("The status was not written: ", std::string(status.message()))));
  }
  LogObject(LogLevel::kWarn, "failed to write the status of the autoscaler; the machine size does not change", object,
            {{"error", std::string(status.message())}});
}

}  // namespace cpsizer::sidecar
