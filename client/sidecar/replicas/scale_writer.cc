#include "client/sidecar/replicas/scale_writer.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/sidecar/control/field_manager.h"

namespace cpsizer::sidecar {
namespace {

// Checks that the target has not changed since it was read and is not being deleted.
absl::Status CheckTarget(const replicas::TargetScale& scale, const tree::Node& target) {
  if (!tree::TextAt(target, {"metadata", "deletionTimestamp"}).empty()) {
    return absl::FailedPreconditionError(absl::StrCat(scale.target_path, " is being deleted"));
  }
  if (tree::TextAt(target, {"metadata", "uid"}) != scale.uid ||
      tree::TextAt(target, {"metadata", "resourceVersion"}) != scale.resource_version) {
    return absl::AbortedError(absl::StrCat(scale.target_path, " has changed since it was read"));
  }
  return absl::OkStatus();
}

}  // namespace

void ApiScaleWriter::Write(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done) {
  kube::HttpRequest request;
  request.path = scale.target_path;
  request.headers = {kube::kMetadataOnly};
  client_.Send(
      std::move(request),
      [this, alive = alive_, scale, replicas, still_wanted,
       done = std::move(done)](const absl::StatusOr<tree::Node>& target) {
        if (!*alive) return;
        const absl::Status status = target.ok() ? CheckTarget(scale, *target) : target.status();
        if (!status.ok()) return done(status);
        Patch(scale, replicas, still_wanted, done);
      },
      still_wanted);
}

void ApiScaleWriter::Patch(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done) {
  absl::StatusOr<kube::HttpRequest> request =
      kube::MergePatch(scale.version(), {{"spec", {{"replicas", replicas}}}}, kFieldManager);
  if (!request.ok()) return done(request.status());
  client_.Send(
      *std::move(request),
      [done = std::move(done)](const absl::StatusOr<tree::Node>& answer) { done(answer.status()); },
      std::move(still_wanted));
}

}  // namespace cpsizer::sidecar
