#include "client/cli/cluster_autoscaler/plan_output.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

// Returns a word such as `set` or `keep`.
std::string ActionWord(v1::ClusterAutoscalerAnnotationAction action) {
  return ShowEnum(v1::ClusterAutoscalerAnnotationAction_Name(action), "CLUSTER_AUTOSCALER_ANNOTATION_ACTION_");
}

// Returns "-" if the action is unspecified: the current object was not in the request, so the difference is unknown.
std::string ActionWord(v1::ClusterAutoscalerObjectAction action) {
  if (action == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UNSPECIFIED) return "-";
  return ShowEnum(v1::ClusterAutoscalerObjectAction_Name(action), "CLUSTER_AUTOSCALER_OBJECT_ACTION_");
}

bool IsWritten(v1::ClusterAutoscalerAnnotationAction action) {
  return action == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET ||
         action == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE;
}

bool IsWritten(v1::ClusterAutoscalerObjectAction action) {
  return action != v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP &&
         action != v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UNSPECIFIED;
}

// Returns `text` escaped, because texts of objects may contain any bytes.
std::string Shown(absl::string_view text) {
  return text.empty() ? "\"\"" : objects::Escape(text);
}

void PrintMachineAutoscalers(const v1::PlanClusterAutoscalerResponse& response, Screen& out) {
  Table table({"MACHINEAUTOSCALER", "OUTCOME", "WHY"});
  for (const v1::ClusterAutoscalerMachinesPlan& plan : response.machine_autoscalers()) {
    const bool is_fine = plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS ||
                         plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED;
    table.AddRow(
        {{absl::StrCat(OrDash(objects::Escape(plan.namespace_())), "/", objects::Escape(plan.name()))},
         {ShowEnum(v1::ClusterAutoscalerMachinesOutcome_Name(plan.outcome()), "CLUSTER_AUTOSCALER_MACHINES_OUTCOME_"),
          is_fine ? Style::kGood : Style::kBad},
         {plan.message()}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintTargets(const v1::PlanClusterAutoscalerResponse& response, Screen& out) {
  Table table({"MACHINESET", "ANNOTATION", "ACTION", "VALUE"});
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) {
    for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
      table.AddRow(
          {{objects::Escape(target.name())},
           {annotation.key()},
           {ActionWord(annotation.action()), IsWritten(annotation.action()) ? Style::kBold : Style::kPlain},
           {annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE ? "-" : Shown(annotation.value())}});
    }
  }
  out.EndLine();
  table.Print(out);
}

void PrintObjects(const v1::PlanClusterAutoscalerResponse& response, bool wide, Screen& out) {
  Table table({"OBJECT", "ACTION", "DIFFERENCES"});
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    table.AddRow({{absl::StrCat(object.kind(), " ", object.namespace_(), "/", object.name())},
                  {ActionWord(object.action()), IsWritten(object.action()) ? Style::kBold : Style::kPlain},
                  {absl::StrCat(object.differences_size())}});
  }
  out.EndLine();
  table.Print(out);
  if (!wide) return;
  out.EndLine();
  PrintPlanNames(response, out);
}

void PrintOperatorStatus(const v1::ClusterAutoscalerOperatorStatus& status, Screen& out) {
  Table table({"CONDITION", "STATUS", "REASON", "MESSAGE"});
  for (const v1::Condition& condition : status.conditions()) {
    table.AddRow({{condition.type()},
                  {condition.status()},
                  {OrDash(condition.reason())},
                  {OrDash(objects::Escape(condition.message()))}});
  }
  out.EndLine();
  table.Print(out);
}

// Returns the escaped text, or "-" if the text is absent.
std::string ShownIf(bool is_there, absl::string_view text) {
  return is_there ? Shown(text) : "-";
}

void AddTargetRows(const std::string& object, const v1::ClusterAutoscalerTarget& target, Table& table) {
  for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
    if (!IsWritten(annotation.action())) continue;
    const bool is_set = annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET;
    table.AddRow({{object},
                  {absl::StrCat("metadata.annotations[", annotation.key(), "]")},
                  {ShownIf(!annotation.current().empty(), annotation.current()), Style::kDim},
                  {ShownIf(is_set, annotation.value()), Style::kBold},
                  {annotation.source(), Style::kDim}});
  }
}

void AddObjectRows(const std::string& name, const v1::ClusterAutoscalerObject& object, Table& table) {
  if (object.action() != v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE) {
    table.AddRow({{name}, {"-"}, {"-"}, {ActionWord(object.action()), Style::kBold}, {"-"}});
  }
  for (const v1::ClusterAutoscalerDifference& difference : object.differences()) {
    table.AddRow({{name},
                  {objects::Escape(difference.path())},
                  {ShownIf(difference.has_current(), difference.current()), Style::kDim},
                  {ShownIf(difference.has_planned(), difference.planned()), Style::kBold},
                  {OrDash(difference.source()), Style::kDim}});
  }
}

}  // namespace

void PrintArguments(const v1::PlanClusterAutoscalerResponse& response, Screen& out) {
  Table table({"ARGUMENT", "FROM"});
  for (const v1::ClusterAutoscalerArgument& argument : response.arguments()) {
    table.AddRow({{objects::Escape(argument.argument())}, {OrDash(argument.source()), Style::kDim}});
  }
  table.Print(out);
}

void PrintArgumentNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out) {
  for (const v1::ClusterAutoscalerArgument& argument : response.arguments()) {
    out.Line(objects::Escape(argument.argument()));
  }
}

void PrintPlan(const v1::PlanClusterAutoscalerResponse& response, bool wide, Screen& out) {
  out.Paragraph(response.summary());
  if (response.arguments_size() > 0) {
    out.EndLine();
    PrintArguments(response, out);
  }
  if (response.machine_autoscalers_size() > 0) PrintMachineAutoscalers(response, out);
  if (response.targets_size() > 0) PrintTargets(response, out);
  if (response.objects_size() > 0) PrintObjects(response, wide, out);
  if (response.has_operator_status()) PrintOperatorStatus(response.operator_status(), out);
}

void PrintPlanNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out) {
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    if (!object.manifest().empty()) out.Line(object.manifest());
  }
}

bool HasDifferences(const v1::PlanClusterAutoscalerResponse& response) {
  return std::any_of(response.targets().begin(), response.targets().end(),
                     [](const v1::ClusterAutoscalerTarget& target) { return target.changed(); }) ||
         std::any_of(response.objects().begin(), response.objects().end(),
                     [](const v1::ClusterAutoscalerObject& object) { return IsWritten(object.action()); });
}

void PrintPlanDiff(const v1::PlanClusterAutoscalerResponse& response, bool names, Screen& out) {
  if (!HasDifferences(response)) {
    if (names) return;
    const bool has_plan = response.outcome() != v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID;
    return out.Line(has_plan
                        ? "Nothing differs from the plan."
                        : "There is no plan, because the ClusterAutoscaler has errors; cpsizer validate lists them.");
  }
  Table table({"OBJECT", "PATH", "NOW", "PLANNED", "FROM"});
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) {
    const std::string object = absl::StrCat("MachineSet ", objects::Escape(target.name()));
    if (names && target.changed()) out.Line(object);
    AddTargetRows(object, target, table);
  }
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    if (!IsWritten(object.action())) continue;
    const std::string name = absl::StrCat(object.kind(), " ", object.name());
    if (names) out.Line(name);
    AddObjectRows(name, object, table);
  }
  if (!names) table.Print(out);
}

}  // namespace cpsizer::cli
