#include "client/sidecar/machine_autoscaler/scaling_reporter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

using StepKind = ScalingStep::Kind;

constexpr ReportWords kScalingWords = {{"autoscaling.openshift.io/v1beta1", "MachineAutoscaler"},
                                       "machineAutoscaler",
                                       "Reconcile",
                                       "the MachineAutoscaler is held; its MachineSet stays as it is",
                                       "the MachineAutoscaler is no longer held"};
constexpr char kSuccessfulUpdate[] = "SuccessfulUpdate";
constexpr char kScalingContentionNote[] =
    "another writer repeatedly changes the autoscaling annotations; writes of the MachineSet are paused";

// Returns a text such as `a=1, b=2`.
std::string SetAnnotationsText(const ScalingStep& step) {
  std::vector<std::string> texts;
  for (const AnnotationChange& change : step.annotations) {
    if (change.value.has_value()) texts.push_back(absl::StrCat(change.key, "=", *change.value));
  }
  return absl::StrJoin(texts, ", ");
}

std::string RemovedAnnotationsText(const ScalingStep& step) {
  std::vector<std::string> texts;
  for (const AnnotationChange& change : step.annotations) {
    if (!change.value.has_value()) texts.push_back(change.key);
  }
  return absl::StrJoin(texts, ", ");
}

// Returns the log fields for the change of a step.
std::vector<LogField> ScalingChange(const ScalingStep& step) {
  switch (step.kind) {
    case StepKind::kAddFinalizer:
      return {{"set", absl::StrCat("finalizer ", kScalingFinalizer)}};
    case StepKind::kRemoveFinalizer:
      return {{"removed", absl::StrCat("finalizer ", kScalingFinalizer)}};
    case StepKind::kSetLastTarget:
      return {{"set", absl::StrCat("status.lastTargetRef ", step.last_target.kind(), " ", step.last_target.name())}};
    case StepKind::kReleaseTarget:
    case StepKind::kBoundTarget:
      break;
  }
  return {{"set", SetAnnotationsText(step)}, {"removed", RemovedAnnotationsText(step)}};
}

// Returns the log fields for a step: the objects and the change.
std::vector<LogField> ScalingFields(const std::string& name_space, const ScalingStep& step) {
  const size_t slash = step.autoscaler.find('/');
  std::vector<LogField> fields = {
      {"namespace", name_space},
      {"machineSet", step.target},
      {"machineAutoscaler", slash == std::string::npos ? "" : step.autoscaler.substr(slash + 1)}};
  for (LogField& field : ScalingChange(step)) fields.push_back(std::move(field));
  return WithoutEmpty(std::move(fields));
}

std::string ScalingFieldsText(const std::vector<LogField>& fields) {
  return absl::StrJoin(
      fields, " ", [](std::string* out, const LogField& field) { absl::StrAppend(out, field.key, "=", field.value); });
}

}  // namespace

ScalingReporter::ScalingReporter(ControllerDependencies dependencies, ControllerState& state)
    : Report(kScalingWords, std::move(dependencies), state) {}

void ScalingReporter::Decided(const MachineAutoscaler& object, const ScalingResult& result) {
  Report::Decided(object, result.outcome, {{"message", result.message}});
}

void ScalingReporter::Warn(const MachineAutoscaler& object, const ScalingResult& result) {
  const std::string key = KeyOf(object);
  if (result.event.empty() || result.event == kSuccessfulUpdate) {
    warnings_.erase(key);
    return;
  }
  std::string warning = absl::StrCat(object.uid, " ", result.event, " ", result.message);
  if (std::exchange(warnings_[key], warning) == warning) return;
  Record(object, /*warning=*/true, result.event, result.message);
}

void ScalingReporter::Observed(const std::string& name_space, const std::vector<ScalingStep>& steps) {
  std::map<std::string, std::string> observed;
  for (const ScalingStep& step : steps) {
    const std::vector<LogField> fields = ScalingFields(name_space, step);
    std::string text = ScalingFieldsText(fields);
    const std::string object = step.WrittenObject();
    const auto before = observed_.find(object);
    if (before == observed_.end() || before->second != text) {
      log()(LogLevel::kInfo, step.writes_target() ? "would write a MachineSet" : "would change a MachineAutoscaler",
            fields);
    }
    observed[object] = std::move(text);
  }
  observed_ = std::move(observed);
}

void ScalingReporter::TargetWritten(const ScalingTarget& target, const ScalingStep& step,
                                    const MachineAutoscaler* object, const std::string& message) {
  ++counters().writes[kScalingTargetWrites];
  log()(LogLevel::kInfo, "MachineSet written", ScalingFields(target.name_space, step));
  if (step.kind != StepKind::kBoundTarget || object == nullptr) return;
  Record(*object, /*warning=*/false, kSuccessfulUpdate, message);
  if (step.gpu_warning.empty()) return;
  Record(*object, /*warning=*/true, "InvalidOrMissingGPUAcceleratorLabel",
         absl::StrCat("MachineSet ", target.name, " has GPUs: ", step.gpu_warning));
}

void ScalingReporter::AutoscalerWritten(const MachineAutoscaler& object, const ScalingStep& step) {
  ++counters().writes[step.kind == StepKind::kSetLastTarget ? kLastTargetWrites : kScalingFinalizerWrites];
  log()(LogLevel::kInfo, "MachineAutoscaler written", ScalingFields(object.name_space, step));
}

void ScalingReporter::NotWritten(const ScalingStep& step, const std::string& name_space,
                                 const MachineAutoscaler* object, const std::string& note, bool warn) {
  std::vector<LogField> fields = ScalingFields(name_space, step);
  fields.push_back({"error", note});
  // If the MachineAutoscaler exists, the log line of its hold is enough.
  log()(object == nullptr ? LogLevel::kWarn : LogLevel::kDebug,
        step.writes_target() ? "failed to write a MachineSet" : "failed to write a MachineAutoscaler", fields);
  if (object == nullptr) return;
  // If the object is held for another reason, the plan caused the hold. The next round reports this hold again.
  const std::string reason = HoldReasonOf(*object);
  if (reason.empty() || reason == kWriteFailed) SetHold(*object, {kWriteFailed, ""}, note);
  if (!warn) return;
  Record(*object, /*warning=*/true, "FailedUpdateTarget",
         absl::StrCat("the API server refuses a write of ", step.WrittenObject(), ": ", note));
}

void ScalingReporter::ContentionBegins(const ScalingTarget& target, const MachineAutoscaler* object) {
  ++counters().contentions;
  log()(LogLevel::kWarn, "contention with another writer; writes are paused",
        {{"namespace", target.name_space}, {"machineSet", target.name}, {"note", kScalingContentionNote}});
  if (object == nullptr) return;
  Record(*object, /*warning=*/true, "AnnotationContention",
         absl::StrCat("MachineSet ", target.name, ": ", kScalingContentionNote));
}

void ScalingReporter::ContentionEnds(const ScalingTarget& target) {
  log()(LogLevel::kInfo, "contention is over; writes are no longer paused",
        {{"namespace", target.name_space}, {"machineSet", target.name}});
}

void ScalingReporter::Delete(const std::string& key) {
  state().Delete(key);
  warnings_.erase(key);
}

}  // namespace cpsizer::sidecar
