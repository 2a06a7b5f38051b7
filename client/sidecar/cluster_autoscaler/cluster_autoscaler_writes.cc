#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/kube/requests.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

using Action = OperandPlan::Action;

constexpr char kOperatorStatusPath[] = "/apis/config.openshift.io/v1/clusteroperators/cluster-autoscaler/status";

kube::ApiResource ResourceOf(const v1::ClusterAutoscalerObject& object) {
  for (const cluster_autoscaler::Operand& operand : cluster_autoscaler::kOperands) {
    if (operand.kind == object.kind()) return operand.resource;
  }
  return {};
}

absl::StatusOr<kube::HttpRequest> RequestOf(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan,
                                            const tree::Node& current) {
  const kube::ApiResource resource = ResourceOf(object);
  if (plan.action == Action::kCreate) {
    return kube::Create(CollectionOf(resource, object.namespace_()), plan.body, kFieldManager);
  }
  const ObjectIdentity identity = ReadIdentity(current);
  const kube::ObjectVersion version = {PathOf(resource, object.namespace_(), object.name()), identity.uid,
                                       identity.resource_version};
  if (plan.action == Action::kApply) return kube::ForceApply(version, plan.body, kFieldManager);
  if (plan.action == Action::kDelete) return kube::Delete(version);
  return kube::MergePatch(version, plan.body, kFieldManager);
}

// Returns the result of a write. If an object to create exists or if an object to change does not exist, the objects
// are read again. The API server can also respond in this way if the client repeats a successful write. If an object
// cannot be created because its namespace or its kind does not exist, the write is refused.
WriteResult ResultOfOperand(const OperandPlan& plan, const WriteResponse& response, const tree::Node& before) {
  const WriteResult result = response.result;
  if (plan.action == Action::kCreate && result == WriteResult::kGone) return WriteResult::kRefused;
  const bool updates = plan.action == Action::kApply || plan.action == Action::kReplace;
  if (result != WriteResult::kDone || !updates) return result;
  const bool is_changed = ReadIdentity(response.object).resource_version != ReadIdentity(before).resource_version;
  return is_changed ? WriteResult::kDone : WriteResult::kNotKept;
}

}  // namespace

// The writes of a round.

void ClusterAutoscalerController::WriteNext(const RoundPtr& round) {
  for (; round->next < round->plans.size(); ++round->next) {
    const OperandPlan& plan = round->plans[round->next];
    const v1::ClusterAutoscalerObject& object = round->response.objects(static_cast<int>(round->next));
    const std::string name = NameOfOperand(object);
    if (plan.action == Action::kNothing || !delays_.MayWrite(name, now())) continue;
    // If the object is not as planned after a write, the delay grows with each attempt. The delay is reset when the
    // object is as planned.
    delays_.Failed(name, now(), random());
    return Write(round, RequestOf(object, plan, CurrentOf(*round, object)),
                 [this, round](const WriteResponse& response) { Written(round, response); });
  }
  WriteStatus(round);
}

void ClusterAutoscalerController::Written(const RoundPtr& round, const WriteResponse& response) {
  const OperandPlan& plan = round->plans[round->next];
  const v1::ClusterAutoscalerObject& object = round->response.objects(static_cast<int>(round->next));
  const std::string name = NameOfOperand(object);
  const WriteResult result = ResultOfOperand(plan, response, CurrentOf(*round, object));
  if (result == WriteResult::kDone) {
    attempts_[name].written = true;
    round->wrote = true;
    delays_.ClearError(name);
    reporter_.Written(round->autoscaler, object, plan);
  } else if (CountUnwritten(result, counters())) {
    const std::string error =
        result == WriteResult::kNotKept
            ? absl::StrCat("the API server accepted the write but changed nothing: ", plan.changes)
            : std::string(response.status.message());
    Failed(name, error, response.status);
    reporter_.NotWritten(round->autoscaler, object, plan, error);
  }
  ++round->next;
  WriteNext(round);
}

void ClusterAutoscalerController::Failed(const std::string& name, const std::string& error,
                                         const absl::Status& status) {
  delays_.Postpone(name, now() + LeastRetryDelay(status, random()));
  const std::string note = absl::StrCat(name, ": ", error);
  delays_.SetError(name, note);
  if (state().holds.ReasonOf(kClusterAutoscalerKey).empty()) reporter_.SetHold({kWriteFailed, ""}, note);
}

void ClusterAutoscalerController::WriteStatus(const RoundPtr& round) {
  const kube::Json patch = StatusPatchOf(*round);
  if (patch.is_null()) delays_.Forget(kOperatorName);
  if (patch.is_null() || !delays_.MayWrite(kOperatorName, now())) return EndWrites(*round);
  const ObjectIdentity identity = ReadIdentity(round->observation.cluster_operator);
  Write(round, kube::MergePatch({kOperatorStatusPath, identity.uid, identity.resource_version}, patch, kFieldManager),
        [this, round](const WriteResponse& response) { StatusWritten(round, response); });
}

void ClusterAutoscalerController::StatusWritten(const RoundPtr& round, const WriteResponse& response) {
  const auto& [result, status, object, sent] = response;
  if (result == WriteResult::kDone) {
    delays_.Forget(kOperatorName);
    reporter_.StatusWritten(round->response.operator_status());
  } else if (CountUnwritten(result, counters())) {
    if (result == WriteResult::kRefused) {
      delays_.Failed(kOperatorName, now(), random());
      Failed(kOperatorName, std::string(status.message()), status);
    }
    reporter_.StatusNotWritten(round->autoscaler, status, /*refused=*/result == WriteResult::kRefused);
  }
  EndWrites(*round);
}

void ClusterAutoscalerController::EndWrites(const Round& round) {
  // After a write, the objects are observed again immediately.
  EndAfter(round.wrote ? absl::ZeroDuration() : std::min(RestAfterRound(), delays_.Next(now()) - now()));
}

}  // namespace cpsizer::sidecar
