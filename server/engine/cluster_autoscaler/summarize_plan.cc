#include "server/engine/cluster_autoscaler/summarize_plan.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

std::string AboutAutoscaler(const v1::PlanClusterAutoscalerRequest& request,
                            const v1::PlanClusterAutoscalerResponse& response) {
  switch (response.outcome()) {
    case v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS:
      return absl::StrCat("The cluster-autoscaler runs with ", Counted(response.arguments_size(), "argument"), ".");
    case v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID:
      return "The ClusterAutoscaler has errors: the running cluster-autoscaler is not changed.";
    default:
      return request.has_cluster_autoscaler() ? "The ClusterAutoscaler is being deleted: nothing runs."
                                              : "There is no ClusterAutoscaler: nothing runs.";
  }
}

std::string AboutMachines(const v1::PlanClusterAutoscalerResponse& response) {
  const auto& plans = response.machine_autoscalers();
  const auto count = [&plans](auto is_counted) { return std::count_if(plans.begin(), plans.end(), is_counted); };
  const int64_t bounding = count([](const v1::ClusterAutoscalerMachinesPlan& plan) {
    return plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS;
  });
  const int64_t deleted = count([](const v1::ClusterAutoscalerMachinesPlan& plan) {
    return plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED;
  });
  const int64_t others = plans.size() - bounding - deleted;
  const int64_t changed = std::count_if(response.targets().begin(), response.targets().end(),
                                        [](const v1::ClusterAutoscalerTarget& target) { return target.changed(); });
  std::string text = absl::StrCat(bounding, " of ", Counted(plans.size(), "MachineAutoscaler"),
                                  bounding == 1 ? " bounds its" : " bound their", " MachineSet");
  if (deleted > 0) absl::StrAppend(&text, ", ", deleted, deleted == 1 ? " is" : " are", " being deleted");
  if (others > 0) absl::StrAppend(&text, ", ", others, others == 1 ? " does" : " do", " not bound any");
  return absl::StrCat(text, "; ", Counted(changed, "MachineSet"), changed == 1 ? " changes." : " change.");
}

std::string AboutObjects(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> parts;
  const auto add = [&](v1::ClusterAutoscalerObjectAction action, absl::string_view words) {
    const auto count =
        std::count_if(response.objects().begin(), response.objects().end(),
                      [action](const v1::ClusterAutoscalerObject& object) { return object.action() == action; });
    if (count > 0) parts.push_back(absl::StrCat(count, " to ", words));
  };
  add(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE, "create");
  add(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE, "update");
  add(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE, "delete");
  add(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP, "keep");
  const std::string count = Counted(response.objects_size(), "object");
  return parts.empty() ? absl::StrCat(count, ".") : absl::StrCat(count, ": ", absl::StrJoin(parts, ", "), ".");
}

// Returns the sentence about the condition of the operator that has a reason.
std::string AboutOperator(const v1::ClusterAutoscalerOperatorStatus& status) {
  for (const v1::Condition& condition : status.conditions()) {
    if (condition.reason().empty()) continue;
    return absl::StrCat("The operator reports ", condition.type(), ": ", condition.message(),
                        absl::EndsWith(condition.message(), ".") ? "" : ".");
  }
  return "";
}

}  // namespace

std::string SummarizePlan(const v1::PlanClusterAutoscalerRequest& request,
                          const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> sentences = {AboutAutoscaler(request, response)};
  if (response.machine_autoscalers_size() > 0) sentences.push_back(AboutMachines(response));
  if (response.objects_size() > 0) sentences.push_back(AboutObjects(response));
  if (response.has_operator_status()) sentences.push_back(AboutOperator(response.operator_status()));
  return absl::StrJoin(sentences, " ");
}

}  // namespace cpsizer
