#include <string>
#include <utility>

#include "client/kube/json.h"
#include "client/kube/requests.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/watch/watched.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using google::protobuf::util::MessageDifferencer;

constexpr char kNotKept[] = "the API server accepted the write but did not store it";

bool ShowsStep(const MachineAutoscaler& object, const ScalingStep& step) {
  switch (step.kind) {
    case ScalingStep::Kind::kAddFinalizer:
      return HasScalingFinalizer(object.autoscaler);
    case ScalingStep::Kind::kRemoveFinalizer:
      return !HasScalingFinalizer(object.autoscaler);
    default:
      return MessageDifferencer::Equals(object.autoscaler.status().last_target_ref(), step.last_target);
  }
}

kube::Json LastTargetPatch(const v1::CrossVersionObjectReference& target) {
  kube::Json reference = {{"apiVersion", target.api_version()}, {"kind", target.kind()}, {"name", target.name()}};
  if (target.api_version().empty()) reference["apiVersion"] = nullptr;
  return {{"status", {{"lastTargetRef", std::move(reference)}}}};
}

kube::Json AutoscalerPatch(const ScalingStep& step) {
  if (step.kind == ScalingStep::Kind::kSetLastTarget) return LastTargetPatch(step.last_target);
  return {{"metadata", {{"finalizers", step.finalizers}}}};
}

kube::Json TargetPatch(const ScalingStep& step) {
  kube::Json annotations = kube::Json::object();
  for (const AnnotationChange& change : step.annotations) {
    annotations[change.key] = change.value.has_value() ? kube::Json(*change.value) : kube::Json(nullptr);
  }
  return {{"metadata", {{"annotations", std::move(annotations)}}}};
}

// Returns the write of `step`. The version of `object`, the MachineSet or MachineAutoscaler that the step writes, is
// its precondition. The step writes only finalizers and status.lastTargetRef of a MachineAutoscaler, and annotations of
// a MachineSet. Errors: those of kube::MergePatch().
absl::StatusOr<kube::HttpRequest> RequestOf(const ScalingStep& step, const ObjectIdentity& object) {
  const kube::ApiResource resource = step.writes_target() ? kScalingTargetsResource : kBoundsResource;
  std::string path = kube::PathOf(resource, object.name_space, object.name);
  if (step.kind == ScalingStep::Kind::kSetLastTarget) path += "/status";
  return kube::MergePatch({std::move(path), object.uid, object.resource_version},
                          step.writes_target() ? TargetPatch(step) : AutoscalerPatch(step), kFieldManager);
}

}  // namespace

// The writes of a round.

const ObjectIdentity* MachineAutoscalerController::FindWritten(const ScalingStep& step) const {
  if (step.writes_target()) return FindTarget(step.target);
  return FindAutoscaler(step.autoscaler);
}

void MachineAutoscalerController::Send(const RoundPtr& round, const ScalingStep& step) {
  const ObjectIdentity* const object = FindWritten(step);
  if (object == nullptr) return Written(round, step, {}, {WriteResult::kStale, absl::CancelledError("deleted")});
  writes().Send(
      RequestOf(step, *object), StillWanted(round, step),
      [this, round, step, before = *object](const WriteResponse& response) { Written(round, step, before, response); });
}

bool MachineAutoscalerController::IsStepUnchanged(const Round& round, const ScalingStep& step) const {
  const ObjectIdentity* const written = FindWritten(step);
  const auto version = round.versions.find(step.WrittenObject());
  if (!IsCurrent(round) || written == nullptr || version == round.versions.end() ||
      written->resource_version != version->second) {
    return false;
  }
  if (step.autoscaler.empty()) return true;
  // Compares only the deletion and the spec. A finalizer that was added after the plan does not change the plan.
  const MachineAutoscaler* const object = FindAutoscaler(step.autoscaler);
  const auto index = round.indices.find(step.autoscaler);
  if (object == nullptr || index == round.indices.end()) return false;
  const v1::MachineAutoscaler& planned = round.request.machine_autoscalers(index->second);
  return planned.metadata().deletion_timestamp() == object->autoscaler.metadata().deletion_timestamp() &&
         MessageDifferencer::Equals(planned.spec(), object->autoscaler.spec());
}

Writes::StillWanted MachineAutoscalerController::StillWanted(const RoundPtr& round, const ScalingStep& step) {
  return [this, round, step] {
    if (!IsStepUnchanged(*round, step)) return false;
    if (step.writes_target()) written_targets_.Delete(KeyOf(*FindTarget(step.target)));
    return true;
  };
}

void MachineAutoscalerController::Written(const RoundPtr& round, const ScalingStep& step, const ObjectIdentity& before,
                                          const WriteResponse& response) {
  if (response.result == WriteResult::kDone) {
    step.writes_target() ? TargetWritten(round, step, ReadScalingTargetObject(response.object))
                         : AutoscalerWritten(round, step, ReadMachineAutoscaler(response.object));
  } else {
    // The write may have succeeded even if the response is a conflict or a refusal. If the connection breaks, the HTTP
    // client sends the request again, and the response may be the response to the second request.
    if (step.writes_target() && response.sent) unsettled_targets_.Add(before, now());
    Failed(round, step, response);
  }
  if (--round->open == 0) EndWrites(round);
}

void MachineAutoscalerController::TargetWritten(const RoundPtr& round, const ScalingStep& step,
                                                const ScalingTarget& written) {
  PutWritten(dependencies().targets, written);
  if (!ShowsAnnotations(written, step.annotations)) return FailedFor(step, kNotKept, /*warn=*/true);
  written_targets_.Wrote(written, step.annotations);
  reporter_.TargetWritten(written, step, FindAutoscaler(step.autoscaler), round->messages[step.autoscaler]);
  Succeeded(round, step);
}

void MachineAutoscalerController::AutoscalerWritten(const RoundPtr& round, const ScalingStep& step,
                                                    const MachineAutoscaler& written) {
  PutWritten(dependencies().autoscalers, written);
  if (!ShowsStep(written, step)) return FailedFor(step, kNotKept, /*warn=*/true);
  reporter_.AutoscalerWritten(written, step);
  Succeeded(round, step);
}

void MachineAutoscalerController::Succeeded(const RoundPtr& round, const ScalingStep& step) {
  round->repeats = true;
  delays_.Forget(step.WrittenObject());
}

void MachineAutoscalerController::Dropped(const RoundPtr& round, const ScalingStep& step) {
  // A new round can begin immediately. The stores already have the newer objects, so the next write is dropped only
  // after another change.
  if (dependencies().may_write() && IsCurrent(*round)) {
    round->repeats = true;
  } else {
    FailedFor(step, "", /*warn=*/false);
  }
}

void MachineAutoscalerController::Failed(const RoundPtr& round, const ScalingStep& step,
                                         const WriteResponse& response) {
  const auto& [result, status, object, sent] = response;
  if (CountUnwritten(result, counters())) {
    FailedFor(step, std::string(status.message()), /*warn=*/result == WriteResult::kRefused);
    return delays_.Postpone(step.WrittenObject(), now() + LeastRetryDelay(status, random()));
  }
  // If the object was deleted, the watch reports the deletion.
  result == WriteResult::kStale ? Dropped(round, step) : FailedFor(step, "", /*warn=*/false);
}

void MachineAutoscalerController::FailedFor(const ScalingStep& step, const std::string& note, bool warn) {
  const std::string object = step.WrittenObject();
  delays_.Failed(object, now(), random());
  if (note.empty()) return;
  const bool is_other = delays_.SetError(object, note);
  reporter_.NotWritten(step, options().machine_namespace, FindAutoscaler(step.autoscaler), note, warn && is_other);
}

}  // namespace cpsizer::sidecar
