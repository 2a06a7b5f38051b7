#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_reporter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::sidecar {
namespace {

using Action = OperandPlan::Action;

constexpr ReportWords kOperandWords = {{"autoscaling.openshift.io/v1", "ClusterAutoscaler"},
                                       "",
                                       "Reconcile",
                                       "the cluster-autoscaler is held; its objects stay as they are",
                                       "the cluster-autoscaler is no longer held"};
constexpr ReportLine kOperandWouldWriteStatus = {LogLevel::kInfo,
                                                 "would write the status of the ClusterOperator cluster-autoscaler"};
constexpr ReportLine kOperandWroteStatus = {LogLevel::kInfo,
                                            "wrote the status of the ClusterOperator cluster-autoscaler"};
constexpr ReportLine kOperandStatusNotWritten = {
    LogLevel::kWarn, "failed to write the status of the ClusterOperator cluster-autoscaler; retrying"};

// The identity of the ClusterAutoscaler, even if it does not exist. Its key is kClusterAutoscalerKey.
ObjectIdentity Singleton() {
  return {.name = "default"};
}

std::string PlanOutcomeName(v1::ClusterAutoscalerPlanOutcome outcome) {
  switch (outcome) {
    case v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS:
      return "runs";
    case v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_ABSENT:
      return "absent";
    case v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID:
      return "invalid";
    default:
      return "";
  }
}

// The words for a write in metrics, in the reason of the event, and in sentences.
struct ActionWords {
  const char* count;
  const char* event;
  const char* infinitive;
  const char* past;
};

ActionWords WordsOf(Action action) {
  switch (action) {
    case Action::kCreate:
      return {"create", "SuccessfulCreate", "create", "created"};
    case Action::kDelete:
      return {"delete", "SuccessfulDelete", "delete", "deleted"};
    default:
      return {"update", "SuccessfulUpdate", "update", "updated"};
  }
}

std::string ConditionsOf(const v1::ClusterAutoscalerOperatorStatus& status) {
  return absl::StrJoin(status.conditions(), ", ", [](std::string* text, const v1::Condition& condition) {
    absl::StrAppend(text, condition.type(), "=", condition.status());
    if (!condition.message().empty()) absl::StrAppend(text, " (", condition.message(), ")");
  });
}

}  // namespace

std::string NameOfOperand(const v1::ClusterAutoscalerObject& object) {
  return absl::StrCat(object.kind(), " ", object.name());
}

ClusterAutoscalerReporter::ClusterAutoscalerReporter(ControllerDependencies dependencies, ControllerState& state,
                                                     std::string name_space)
    : Report(kOperandWords, std::move(dependencies), state), name_space_(std::move(name_space)) {}

void ClusterAutoscalerReporter::LogOperand(LogLevel level, absl::string_view message,
                                           const v1::ClusterAutoscalerObject& object, const OperandPlan& plan,
                                           const std::string& error) const {
  LogObject(level, message, {},
            {{"namespace", object.namespace_()},
             {"kind", object.kind()},
             {"name", object.name()},
             {"changes", plan.changes},
             {"error", error}});
}

void ClusterAutoscalerReporter::RecordIfExists(const ClusterAutoscaler& autoscaler, bool warning,
                                               absl::string_view reason, const std::string& note) const {
  if (autoscaler.uid.empty()) return;
  ObjectIdentity about = autoscaler;
  about.name_space = name_space_;
  Record(about, warning, reason, note);
}

void ClusterAutoscalerReporter::Decided(const v1::PlanClusterAutoscalerResponse& response) {
  Report::Decided({}, PlanOutcomeName(response.outcome()), {{"summary", response.summary()}});
}

void ClusterAutoscalerReporter::SetHold(const HoldCause& cause, const std::string& note) {
  Report::SetHold(Singleton(), cause, note);
}

void ClusterAutoscalerReporter::Invalid(const ClusterAutoscaler& autoscaler, const std::string& errors) {
  if (std::exchange(invalid_, errors) == errors || errors.empty()) return;
  RecordIfExists(autoscaler, /*warning=*/true, "FailedValidation", errors);
}

void ClusterAutoscalerReporter::Observed(const v1::PlanClusterAutoscalerResponse& response,
                                         const std::vector<OperandPlan>& plans) {
  bool agrees = true;
  for (size_t i = 0; i < plans.size(); ++i) {
    const v1::ClusterAutoscalerObject& object = response.objects(static_cast<int>(i));
    const std::string name = NameOfOperand(object);
    if (plans[i].action == Action::kNothing) {
      logged_.erase(name);
      continue;
    }
    agrees = false;
    const std::string words = absl::StrCat("would ", WordsOf(plans[i].action).infinitive, " an object");
    const std::string change = absl::StrCat(words, plans[i].changes);
    if (std::exchange(logged_[name], change) != change) LogOperand(LogLevel::kInfo, words, object, plans[i]);
  }
  Compared(Singleton(), !agrees);
}

void ClusterAutoscalerReporter::Written(const ClusterAutoscaler& autoscaler, const v1::ClusterAutoscalerObject& object,
                                        const OperandPlan& plan) {
  const ActionWords words = WordsOf(plan.action);
  ++counters().writes[words.count];
  LogOperand(LogLevel::kInfo, absl::StrCat(words.past, " an object"), object, plan);
  RecordIfExists(autoscaler, /*warning=*/false, words.event,
                 absl::StrCat(NameOfOperand(object), " was ", words.past, "."));
}

void ClusterAutoscalerReporter::NotWritten(const ClusterAutoscaler& autoscaler,
                                           const v1::ClusterAutoscalerObject& object, const OperandPlan& plan,
                                           const std::string& error) {
  const ActionWords words = WordsOf(plan.action);
  LogOperand(LogLevel::kWarn, absl::StrCat("failed to ", words.infinitive, " an object"), object, plan, error);
  RecordIfExists(autoscaler, /*warning=*/true, "FailedUpdate",
                 absl::StrCat(NameOfOperand(object), " was not ", words.past, ": ", error));
}

void ClusterAutoscalerReporter::Contended(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan) {
  ++counters().contentions;
  LogOperand(LogLevel::kWarn,
             "another writer repeatedly reverts the changes of an object; writes of this object are paused", object,
             plan);
}

void ClusterAutoscalerReporter::StatusObserved(bool would_write, const v1::ClusterAutoscalerOperatorStatus& status) {
  const std::string conditions = would_write ? ConditionsOf(status) : "";
  if (std::exchange(logged_status_, conditions) == conditions || !would_write) return;
  Say(kOperandWouldWriteStatus, {}, {{"conditions", conditions}});
}

void ClusterAutoscalerReporter::StatusWritten(const v1::ClusterAutoscalerOperatorStatus& status) {
  ++counters().writes["status"];
  Say(kOperandWroteStatus, {}, {{"conditions", ConditionsOf(status)}});
}

void ClusterAutoscalerReporter::StatusNotWritten(const ClusterAutoscaler& autoscaler, const absl::Status& status,
                                                 bool refused) {
  if (refused) {
    RecordIfExists(autoscaler, /*warning=*/true, "FailedUpdate",
                   absl::StrCat("the status of the ClusterOperator cluster-autoscaler was not written: ",
                                std::string(status.message())));
  }
  Say(kOperandStatusNotWritten, {}, {{"error", std::string(status.message())}});
}

}  // namespace cpsizer::sidecar
