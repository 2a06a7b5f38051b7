#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/objects/machine_objects.h"
#include "client/sidecar/cluster_autoscaler/operator_conditions.h"
#include "client/sidecar/cluster_autoscaler/plan_check.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

using Action = OperandPlan::Action;
using cluster_autoscaler::CurrentOperand;

// The time between two rounds if objects change continually.
constexpr absl::Duration kLeastPeriod = absl::Seconds(1);
// The time between two rounds if nothing changes. Such a round finds changes that the watches missed.
constexpr absl::Duration kPeriodAtRest = absl::Minutes(15);

// Returns a text that identifies the write, to compare it with later writes.
std::string ChangeOf(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan) {
  std::string change = absl::StrCat(static_cast<int>(plan.action), " ", plan.changes);
  // Adds the differences, because a list can be replaced for different reasons.
  for (const v1::ClusterAutoscalerDifference& difference : object.differences()) {
    absl::StrAppend(&change, "\n", difference.path(), "=", difference.current());
  }
  return change;
}

std::string ErrorsOf(const v1::PlanClusterAutoscalerResponse& response) {
  std::string errors;
  for (const v1::Finding& finding : response.findings()) {
    if (finding.severity() != v1::SEVERITY_ERROR || finding.path().rfind("clusterAutoscaler", 0) != 0) continue;
    absl::StrAppend(&errors, errors.empty() ? "" : "; ", finding.path(), ": ", finding.message());
  }
  return errors;
}

}  // namespace

ClusterAutoscalerController::ClusterAutoscalerController(Dependencies dependencies, Options options)
    : SerialController(std::move(dependencies), std::move(options)),
      reporter_(this->dependencies(), state(), this->options().name_space) {}

const tree::Node& ClusterAutoscalerController::CurrentOf(const Round& round,
                                                         const v1::ClusterAutoscalerObject& object) {
  static const tree::Node& nothing = *new tree::Node();
  for (const CurrentOperand& current : round.observation.operands) {
    if (current.operand->kind == object.kind() && NameOf(*current.operand) == object.name()) return current.object;
  }
  return nothing;
}

void ClusterAutoscalerController::ObservedChanged() {
  DueAt(std::max(now(), round_began_ + kLeastPeriod));
}

ClusterAutoscaler ClusterAutoscalerController::Known() const {
  const ClusterAutoscaler* known = dependencies().stores.autoscalers.Find(kClusterAutoscalerKey);
  return known == nullptr ? ClusterAutoscaler() : *known;
}

ClusterAutoscalerController::RoundPtr ClusterAutoscalerController::BeginRound() {
  round_began_ = now();
  auto round = std::make_shared<Round>();
  round->autoscaler = Known();
  return round;
}

void ClusterAutoscalerController::Observe(const RoundPtr& round) {
  dependencies().observe(IfAlive(
      [this, round](cluster_autoscaler::Observation observation) { OnObservation(round, std::move(observation)); }));
}

void ClusterAutoscalerController::OnObservation(const RoundPtr& round, cluster_autoscaler::Observation observation) {
  round->observation = std::move(observation);
  const cluster_autoscaler::Observation& found = round->observation;
  if (!round->autoscaler.problem.empty()) {
    reporter_.SetHold({kAutoscalerUnreadable, ""}, round->autoscaler.problem);
    return EndAfter(options().period);
  }
  if (found.settings.image().empty() || found.settings.release_version().empty()) {
    reporter_.SetHold(found.error.ok() ? HoldCause{kSettingsMissing, ""} : HoldCause{kNotObserved, ""},
                      found.error.ok() ? "set --image and --release-version, or set both in the environment of the "
                                         "Deployment cluster-autoscaler-operator"
                                       : std::string(found.error.message()));
    return EndAfter(options().period);
  }
  v1::PlanClusterAutoscalerRequest& request = round->request;
  if (!round->autoscaler.uid.empty()) *request.mutable_cluster_autoscaler() = round->autoscaler.autoscaler;
  if (found.infrastructure.has_value()) *request.mutable_infrastructure() = *found.infrastructure;
  *request.mutable_operator_() = found.settings;
  request.mutable_current();
  for (const CurrentOperand& current : found.operands) {
    *request.mutable_current()->add_objects() = objects::ReadOperand(current.object, current.operand->kind);
  }
  *request.mutable_observation() = found.status;
  request.mutable_observation()->set_failures(failures_);
  AddRelated(request);
  Ask(round);
}

// Adds the objects in the order of their names, because the related objects in the status are sorted by name.
void ClusterAutoscalerController::AddRelated(v1::PlanClusterAutoscalerRequest& request) const {
  std::set<std::string> targets;
  for (const MachineAutoscalerTarget* reference : Sorted(dependencies().stores.references)) {
    v1::MachineAutoscaler& autoscaler = *request.add_machine_autoscalers();
    autoscaler.mutable_metadata()->set_namespace_(reference->name_space);
    autoscaler.mutable_metadata()->set_name(reference->name);
    *autoscaler.mutable_spec()->mutable_scale_target_ref() = reference->target;
    targets.insert(reference->target.name());
  }
  for (const OwnedMachine* machine : Sorted(dependencies().stores.machines)) {
    if (targets.contains(machine->machine_set)) request.mutable_observation()->add_machines(machine->name);
  }
}

void ClusterAutoscalerController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  dependencies().service.PlanClusterAutoscaler(round->request, std::move(answered));
}

void ClusterAutoscalerController::OnFailure(const RoundPtr& /*round*/, const absl::Status& status,
                                            absl::Duration wait) {
  reporter_.SetHold({kServiceFailed, kService, std::string(absl::StatusCodeToString(status.code()))},
                    std::string(status.message()));
  EndAfter(wait);
}

bool ClusterAutoscalerController::IsUnchanged(const Round& round) const {
  return IsCurrent(round) && HasSameContent(Known(), round.autoscaler);
}

void ClusterAutoscalerController::OnResponse(const RoundPtr& round, Answer answer) {
  if (!IsUnchanged(*round)) return EndAfter(absl::ZeroDuration());
  if (!answer.ok()) {
    reporter_.SetHold({kInputRefused, ""}, std::string(answer.status().message()));
    return EndAfter(RefusalDelay());
  }
  round->response = *std::move(answer);
  if (const absl::Status status = CheckPlan(round->request, round->response); !status.ok()) {
    ++counters().invalid_responses;
    reporter_.SetHold({kInvalidResponse, ""}, std::string(status.message()));
    return EndAfter(RefusalDelay());
  }
  failures_ = round->response.operator_status().failures();
  reporter_.Decided(round->response);
  std::string note;
  const HoldCause held = PlanObjects(round, note);
  reporter_.SetHold(held, note);
  if (options().enforce) return WriteNext(round);
  reporter_.Observed(round->response, round->plans);
  reporter_.StatusObserved(!StatusPatchOf(*round).is_null(), round->response.operator_status());
  EndAfter(RestAfterRound());
}

HoldCause ClusterAutoscalerController::PlanObjects(const RoundPtr& round, std::string& note) {
  const v1::PlanClusterAutoscalerResponse& response = round->response;
  if (!round->observation.error.ok()) {
    note = std::string(round->observation.error.message());
    return {kNotObserved, ""};
  }
  const bool is_invalid = response.outcome() == v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID;
  note = is_invalid ? ErrorsOf(response) : "";
  if (options().enforce) reporter_.Invalid(round->autoscaler, note);
  if (is_invalid) return {kInvalidConfiguration, ""};
  HoldCause held;
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    OperandPlan plan = PlanOperand(object, CurrentOf(*round, object), round->autoscaler.uid);
    if (IsContended(object, plan)) {
      plan = OperandPlan();
      plan.held = {kContention, ""};
      plan.note = absl::StrCat(NameOfOperand(object),
                               ": another writer repeatedly reverts its changes; only one writer is allowed");
    } else if (std::string error = delays_.ErrorOf(NameOfOperand(object)); !error.empty()) {
      plan.held = {kWriteFailed, ""};
      plan.note = std::move(error);
    }
    if (held.reason.empty() && !plan.held.reason.empty()) {
      held = plan.held;
      note = plan.note;
    }
    round->plans.push_back(std::move(plan));
  }
  const std::string error = delays_.ErrorOf(kOperatorName);
  if (!held.reason.empty() || error.empty()) return held;
  note = error;
  return {kWriteFailed, ""};
}

bool ClusterAutoscalerController::IsContended(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan) {
  const std::string name = NameOfOperand(object);
  if (plan.action == Action::kNothing) {
    delays_.Forget(name);
    return false;
  }
  Attempt& last = attempts_[name];
  if (last.change != ChangeOf(object, plan)) {
    delays_.ResetDelay(name);
    last = {ChangeOf(object, plan)};
    return false;
  }
  // The same change is necessary again: other writers have reverted it, or the API server has not stored it. A missing
  // object is always created.
  if (plan.action == Action::kCreate) return false;
  if (std::exchange(last.written, false) && state().contentions.Changed(kClusterAutoscalerKey, name, now())) {
    reporter_.Contended(object, plan);
    last.contended = true;
  }
  return last.contended && now() < state().contentions.Until(kClusterAutoscalerKey, name);
}

kube::Json ClusterAutoscalerController::StatusPatchOf(const Round& round) const {
  const tree::Node& current = round.observation.cluster_operator;
  if (current.is_null() || !round.response.has_operator_status()) return kube::Json();
  return OperatorStatusPatch(current, round.response.operator_status(), dependencies().wall_time());
}

absl::Duration ClusterAutoscalerController::RestAfterRound() {
  const bool can_rest =
      dependencies().is_watched() && failures_ == 0 && state().holds.ReasonOf(kClusterAutoscalerKey).empty();
  return can_rest ? std::max(options().period, kPeriodAtRest) : options().period;
}

}  // namespace cpsizer::sidecar
