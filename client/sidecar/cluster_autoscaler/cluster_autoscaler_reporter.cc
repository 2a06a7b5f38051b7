#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_reporter.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/control/report_hold.h"

namespace cpsizer::sidecar {
namespace {

using Action = OperandPlan::Action;

constexpr ObjectKind kClusterAutoscalerKind = {"autoscaling.openshift.io/v1", "ClusterAutoscaler"};

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

void ClusterAutoscalerReporter::LogObject(LogLevel level, absl::string_view message,
                                          const v1::ClusterAutoscalerObject& object, const OperandPlan& plan,
                                          const std::string& error) const {
  outputs_.log(level, message,
               WithoutEmpty({{"namespace", object.namespace_()},
                             {"kind", object.kind()},
                             {"name", object.name()},
                             {"changes", plan.changes},
                             {"error", error}}));
}

void ClusterAutoscalerReporter::Record(const ClusterAutoscalerObject& autoscaler, bool warning, std::string reason,
                                       std::string note) const {
  if (autoscaler.uid.empty()) return;
  kube::Event event =
      EventAbout(kClusterAutoscalerKind, autoscaler, warning, std::move(reason), "Reconcile", std::move(note));
  event.name_space = outputs_.name_space;
  outputs_.record(event);
}

void ClusterAutoscalerReporter::Decided(const v1::PlanClusterAutoscalerResponse& response) {
  ++counters_.decisions[PlanOutcomeName(response.outcome())];
  outputs_.log(LogLevel::kDebug, "decision",
               {{"outcome", PlanOutcomeName(response.outcome())}, {"summary", response.summary()}});
}

void ClusterAutoscalerReporter::SetHold(const HoldCause& cause, const std::string& note) {
  ReportHold(
      state_.holds, kClusterAutoscalerKey, cause, note, outputs_.now(),
      {"the cluster-autoscaler is held; its objects stay as they are", "the cluster-autoscaler is no longer held"},
      [this](LogLevel level, absl::string_view message, const std::vector<LogField>& fields) {
        outputs_.log(level, message, WithoutEmpty(fields));
      });
}

void ClusterAutoscalerReporter::Invalid(const ClusterAutoscalerObject& autoscaler, const std::string& errors) {
  if (std::exchange(invalid_, errors) == errors || errors.empty()) return;
  Record(autoscaler, /*warning=*/true, "FailedValidation", errors);
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
    if (std::exchange(logged_[name], change) != change) LogObject(LogLevel::kInfo, words, object, plans[i]);
  }
  state_.agreements.Note(kClusterAutoscalerKey, agrees ? "agree" : "disagree");
}

void ClusterAutoscalerReporter::Written(const ClusterAutoscalerObject& autoscaler,
                                        const v1::ClusterAutoscalerObject& object, const OperandPlan& plan) {
  const ActionWords words = WordsOf(plan.action);
  ++counters_.writes[words.count];
  LogObject(LogLevel::kInfo, absl::StrCat(words.past, " an object"), object, plan);
  Record(autoscaler, /*warning=*/false, words.event, absl::StrCat(NameOfOperand(object), " was ", words.past, "."));
}

void ClusterAutoscalerReporter::NotWritten(const ClusterAutoscalerObject& autoscaler,
                                           const v1::ClusterAutoscalerObject& object, const OperandPlan& plan,
                                           const std::string& error) {
  const ActionWords words = WordsOf(plan.action);
  LogObject(LogLevel::kWarn, absl::StrCat("failed to ", words.infinitive, " an object"), object, plan, error);
  Record(autoscaler, /*warning=*/true, "FailedUpdate",
         absl::StrCat(NameOfOperand(object), " was not ", words.past, ": ", error));
}

void ClusterAutoscalerReporter::Contended(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan) {
  ++counters_.contentions;
  LogObject(LogLevel::kWarn,
            "another writer repeatedly reverts the changes of an object; writes of this object are paused", object,
            plan);
}

void ClusterAutoscalerReporter::StatusObserved(bool would_write, const v1::ClusterAutoscalerOperatorStatus& status) {
  const std::string conditions = would_write ? ConditionsOf(status) : "";
  if (std::exchange(logged_status_, conditions) == conditions || !would_write) return;
  outputs_.log(LogLevel::kInfo, "would write the status of the ClusterOperator cluster-autoscaler",
               {{"conditions", conditions}});
}

void ClusterAutoscalerReporter::StatusWritten(const v1::ClusterAutoscalerOperatorStatus& status) {
  ++counters_.writes["status"];
  outputs_.log(LogLevel::kInfo, "wrote the status of the ClusterOperator cluster-autoscaler",
               {{"conditions", ConditionsOf(status)}});
}

void ClusterAutoscalerReporter::StatusNotWritten(const ClusterAutoscalerObject& autoscaler, const absl::Status& status,
                                                 bool refused) {
  if (refused) {
    Record(autoscaler, /*warning=*/true, "FailedUpdate",
           absl::StrCat("the status of the ClusterOperator cluster-autoscaler was not written: ",
                        std::string(status.message())));
  }
  outputs_.log(LogLevel::kWarn, "failed to write the status of the ClusterOperator cluster-autoscaler; retrying",
               {{"error", std::string(status.message())}});
}

}  // namespace cpsizer::sidecar
