#include "client/sidecar/machine_autoscaler/scaling_writer.h"

#include <string>
#include <utility>

#include "client/kube/json.h"
#include "client/kube/requests.h"
#include "client/machine/api_requests.h"
#include "client/sidecar/control/field_manager.h"

namespace cpsizer::sidecar {
namespace {

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

// Sends a patch of `object` with its version as the precondition. `read` parses the response.
template <typename T>
void SendPatch(kube::ApiClient& client, std::string path, const T& object, kube::Json patch,
               T (*read)(const tree::Node&), ScalingWriter::StillWanted still_wanted,
               std::function<void(absl::StatusOr<T>)> done) {
  absl::StatusOr<kube::HttpRequest> request =
      kube::MergePatch({std::move(path), object.uid, object.resource_version}, std::move(patch), kFieldManager);
  if (!request.ok()) return done(request.status());
  client.Send(
      *std::move(request),
      [read, done = std::move(done)](const absl::StatusOr<tree::Node>& answer) {
        if (!answer.ok()) return done(answer.status());
        done(read(*answer));
      },
      std::move(still_wanted));
}

}  // namespace

void ApiScalingWriter::WriteAutoscaler(const BoundsObject& object, const ScalingStep& step, StillWanted still_wanted,
                                       std::function<void(absl::StatusOr<BoundsObject>)> done) {
  std::string path = machine::PathOf({kBoundsResource, kBoundsPlural}, object.name_space, object.name);
  if (step.kind == ScalingStep::Kind::kSetLastTarget) path += "/status";
  SendPatch(client_, std::move(path), object, AutoscalerPatch(step), ReadBoundsObject, std::move(still_wanted),
            std::move(done));
}

void ApiScalingWriter::WriteTarget(const ScalingTarget& target, const ScalingStep& step, StillWanted still_wanted,
                                   std::function<void(absl::StatusOr<ScalingTarget>)> done) {
  SendPatch(client_, machine::PathOf({kScalingTargetsResource, kScalingTargetsPlural}, target.name_space, target.name),
            target, TargetPatch(step), ReadScalingTargetObject, std::move(still_wanted), std::move(done));
}

}  // namespace cpsizer::sidecar
