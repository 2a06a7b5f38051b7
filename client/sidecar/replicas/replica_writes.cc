#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/requests.h"
#include "client/replicas/server_version.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/replicas/autoscaler_status.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using ::google::protobuf::util::MessageDifferencer;

// The first version with the feature gate HPAGeneration.
constexpr int kGenerationMinor = 37;

// Returns the read of the metadata of the target. The target must be read before its scale is written, because the
// scale does not show whether the target is being deleted.
kube::HttpRequest TargetRead(const replicas::TargetScale& scale) {
  kube::HttpRequest request;
  request.path = scale.target_path;
  request.headers = {kube::kMetadataOnly};
  return request;
}

// Checks the target that was read. Errors: FailedPrecondition if the target is being deleted, Aborted if it has changed
// since the scale was read.
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

// Returns the write of the number of replicas. The version of the scale is its precondition.
absl::StatusOr<kube::HttpRequest> ScaleWrite(const replicas::TargetScale& scale, int32_t replicas) {
  return kube::MergePatch(scale.version(), {{"spec", {{"replicas", replicas}}}}, kFieldManager);
}

// Returns the write of the status of the autoscaler. The version of the autoscaler is its precondition.
absl::StatusOr<kube::HttpRequest> StatusWrite(const Autoscaler& autoscaler,
                                              const v1::HorizontalPodAutoscalerStatus& status) {
  const std::string path = absl::StrCat("/apis/autoscaling/v2/namespaces/", kube::PercentEncoded(autoscaler.name_space),
                                        "/horizontalpodautoscalers/", kube::PercentEncoded(autoscaler.name), "/status");
  return kube::MergePatch({path, autoscaler.uid, autoscaler.resource_version}, {{"status", StatusJson(status)}},
                          kFieldManager);
}

// Returns the result of a write that was not sent, because its target could not be read or has changed. The API server
// may refuse a read although it would accept the write, so a refused read does not delay the next attempt.
WriteResult ResultOfUnsentWrite(const absl::Status& status) {
  const WriteResult result = WriteResultOf(status);
  return result == WriteResult::kRefused ? WriteResult::kUnknown : result;
}

}  // namespace

// The writes of a round.

bool ReplicaController::WritesGeneration() const {
  return KubernetesMinor(dependencies().version().value_or(kDefaultKubernetesVersion)) >= kGenerationMinor;
}

void ReplicaController::Rescale(const RoundPtr& round, int32_t replicas) {
  if (replicas != 0) return WriteScale(round, replicas);
  // The status is written before the scale, because the status has the condition that later scales the target up from
  // zero. If the process ends between the two writes, the condition exists even if the scale was not written.
  WriteStatus(round, round->answer.status(), [this, round](const absl::Status& status) {
    status.ok() ? WriteScale(round, 0) : Rescaled(round, 0, WriteResultOf(status), status);
  });
}

void ReplicaController::WriteScale(const RoundPtr& round, int32_t replicas) {
  Write(round, TargetRead(round->scale), [this, round, replicas](const WriteResponse& target) {
    const absl::Status status = target.status.ok() ? CheckTarget(round->scale, target.object) : target.status;
    if (!status.ok()) return Rescaled(round, replicas, ResultOfUnsentWrite(status), status);
    Write(round, ScaleWrite(round->scale, replicas), [this, round, replicas](const WriteResponse& response) {
      Rescaled(round, replicas, response.result, response.status);
    });
  });
}

void ReplicaController::Rescaled(const RoundPtr& round, int32_t replicas, WriteResult result,
                                 const absl::Status& status) {
  if (result == WriteResult::kStale) {
    CountUnwritten(result, counters());
    return End(*round);
  }
  const Autoscaler* const now = dependencies().autoscalers.Find(KeyOf(round->autoscaler));
  // The decision is not recorded for a new object with the same name.
  const bool is_there = now != nullptr && now->uid == round->autoscaler.uid;
  if (is_there) StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/!status.ok());
  if (result == WriteResult::kDone) {
    reporter_.Rescaled(round->autoscaler, round->scale.replicas, replicas, round->answer);
    if (is_there) reporter_.ReportPlan(round->autoscaler, {});
    return WriteStatusAndEnd(round, round->answer.status());
  }
  // The object has changed or no longer exists, so it is read again soon.
  if (!CountUnwritten(result, counters())) return EndAndRetry(*round);
  if (!is_there) return End(*round);
  const bool deleted = absl::IsFailedPrecondition(status);
  round->refused = result == WriteResult::kRefused && !deleted;
  HoldReplicas(round->autoscaler, {deleted ? kTargetBeingDeleted : kWriteFailed, ""}, status);
  if (deleted) return End(*round);
  reporter_.NotRescaled(round->autoscaler, replicas, status);
  WriteStatusAndEnd(
      round, WithoutRescale(round->autoscaler.object, round->answer.status(), status.message(), round->request.now()));
}

void ReplicaController::WriteStatus(const RoundPtr& round, const v1::ReplicasStatus& decided,
                                    std::function<void(const absl::Status&)> done) {
  const v1::HorizontalPodAutoscaler& object = round->autoscaler.object;
  const v1::HorizontalPodAutoscalerStatus status =
      StatusAfter(object, round->answer.outcome(), decided, WritesGeneration());
  if (MessageDifferencer::Equals(status, object.status())) return done(absl::OkStatus());
  const auto still_wanted = [this, round, status] {
    if (!IsUnchanged(*round)) return false;
    StateOf(round->autoscaler).status.Sent(round->autoscaler.resource_version, status);
    return true;
  };
  writes().Send(StatusWrite(round->autoscaler, status), still_wanted,
                [this, round, done = std::move(done)](const WriteResponse& response) {
                  if (response.status.ok()) OnWritten(*round, ReadAutoscalerObject(response.object));
                  done(response.status);
                });
}

void ReplicaController::OnWritten(Round& round, Autoscaler written) {
  ++counters().writes[kStatusWrites];
  const Autoscaler* const now = dependencies().autoscalers.Find(KeyOf(round.autoscaler));
  if (now == nullptr || now->uid != written.uid) return;
  StateOf(written).status.Wrote(written.object.status());
  // Does not replace the stored object if a watch has already reported the written version or a later version.
  if (now->resource_version == round.autoscaler.resource_version) {
    dependencies().autoscalers.Put(KeyOf(written), written);
  }
  round.autoscaler = std::move(written);
}

void ReplicaController::WriteStatusAndEnd(const RoundPtr& round, const v1::ReplicasStatus& decided) {
  if (state().contentions.Until(KeyOf(round->autoscaler), kStatus) > now()) return End(*round);
  WriteStatus(round, decided, [this, round](const absl::Status& status) {
    if (CountUnwritten(WriteResultOf(status), counters())) {
      reporter_.StatusNotWritten(round->autoscaler, status);
    }
    End(*round);
  });
}

void ReplicaController::HoldRescale(const RoundPtr& round, const ReplicaPlan& plan) {
  StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/true);
  reporter_.ReportPlan(round->autoscaler, plan);
  WriteStatusAndEnd(round,
                    WithoutRescale(round->autoscaler.object, round->answer.status(), plan.note, round->request.now()));
}

}  // namespace cpsizer::sidecar
