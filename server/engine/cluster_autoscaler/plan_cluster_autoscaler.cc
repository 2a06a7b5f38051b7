#include "cpsizer/plan_cluster_autoscaler.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/findings.h"
#include "server/engine/cluster_autoscaler/autoscaler_arguments.h"
#include "server/engine/cluster_autoscaler/object_comparison.h"
#include "server/engine/cluster_autoscaler/operator_status.h"
#include "server/engine/cluster_autoscaler/plan_findings.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"
#include "server/engine/cluster_autoscaler/planned_objects.h"
#include "server/engine/cluster_autoscaler/release_settings.h"
#include "server/engine/cluster_autoscaler/summarize_plan.h"
#include "server/engine/cluster_autoscaler/target_plan.h"
#include "server/engine/cluster_autoscaler/validate/check_cluster_autoscaler.h"

namespace cpsizer {
namespace {

// Adds an error for an empty request. A caller with a bug may send an empty request, so an empty request must not mean
// a cluster without autoscalers.
void CheckNotEmpty(const v1::PlanClusterAutoscalerRequest& request, Findings& findings) {
  if (request.has_cluster_autoscaler() || request.machine_autoscalers_size() > 0 || request.has_current() ||
      request.has_observation()) {
    return;
  }
  findings.Add(Rule::kFieldMissing, "clusterAutoscaler", "", "there are neither autoscalers nor a current state");
}

void CheckLimitsOfPlan(const v1::PlanClusterAutoscalerRequest& request, Findings& findings) {
  CheckCount(request.machine_autoscalers_size(), kMaxMachineAutoscalers, "machineAutoscalers", findings);
  CheckCount(request.machine_sets_size(), kMaxMachineSets, "machineSets", findings);
  CheckCount(request.current().objects_size(), kMaxCurrentObjects, "current.objects", findings);
  for (int i = 0; i < request.current().objects_size(); ++i) {
    CheckCount(static_cast<int>(request.current().objects(i).fields_size()), kMaxCurrentFields,
               absl::StrCat(Indexed("current.objects", i), ".fields"), findings);
  }
  const v1::ClusterAutoscalerOperatorObservation& observation = request.observation();
  CheckCount(observation.machine_api_conditions_size(), kMaxOperatorConditions, "observation.machineAPIConditions",
             findings);
  CheckCount(observation.machines_size(), kMaxRelatedMachines, "observation.machines", findings);
  CheckEnum(v1::Detail_IsValid(request.options().detail()), request.options().detail(), "options.detail", findings);
}

// An observation needs the current Deployment: the status depends on whether the Deployment is up to date.
void CheckObservation(const v1::PlanClusterAutoscalerRequest& request, Findings& findings) {
  if (!request.has_observation()) return;
  CheckNumber(request.observation().failures(), 0, {"observation", -1, "failures"}, findings);
  if (!request.has_cluster_autoscaler() || request.has_current()) return;
  findings.Add(Rule::kFieldMissing, "current", "",
               "the status of the operator needs the Deployment of the cluster-autoscaler");
}

// Returns the outcome. Plans the arguments if there is a ClusterAutoscaler that has no errors and is not being deleted.
v1::ClusterAutoscalerPlanOutcome PlanArguments(const v1::PlanClusterAutoscalerRequest& request,
                                               const PlanSettings& settings,
                                               v1::PlanClusterAutoscalerResponse& response) {
  const v1::ClusterAutoscaler& autoscaler = request.cluster_autoscaler();
  if (!request.has_cluster_autoscaler() || !autoscaler.metadata().deletion_timestamp().empty()) {
    return v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_ABSENT;
  }
  google::protobuf::RepeatedPtrField<v1::Finding> found;
  Findings findings(found);
  CheckClusterAutoscaler(autoscaler, settings.name, findings);
  const bool is_valid = !findings.has_errors();
  if (is_valid) {
    WarnAboutClusterAutoscaler(autoscaler, findings);
    v1::ClusterAutoscalerSpec spec = autoscaler.spec();
    RemoveNewerSettings(settings, spec, findings);
    BuildArguments(spec, settings, *response.mutable_arguments());
  }
  AppendFindings("clusterAutoscaler", std::move(found), *response.mutable_findings());
  return is_valid ? v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS : v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID;
}

// Returns the current object; null if the object does not exist.
const v1::ClusterAutoscalerCurrentObject* FindCurrent(const v1::PlanClusterAutoscalerRequest& request,
                                                      absl::string_view name_space, absl::string_view kind,
                                                      absl::string_view name) {
  for (const v1::ClusterAutoscalerCurrentObject& object : request.current().objects()) {
    if (object.kind() == kind && object.namespace_() == name_space && object.name() == name) {
      return &object;
    }
  }
  return nullptr;
}

void AddFields(const PlannedValue& planned, v1::ClusterAutoscalerObject& object) {
  ForEachScalar(planned, "", [&object](const std::string& path, const PlannedValue& scalar) {
    v1::ClusterAutoscalerField& field = *object.add_fields();
    field.set_path(path);
    field.set_value(scalar.text());
    field.set_source(scalar.source());
  });
}

void DescribeObject(const PlannedObject& planned, const v1::ClusterAutoscalerCurrentObject* current, bool is_compared,
                    bool is_brief, v1::ClusterAutoscalerObject& object) {
  object.set_manifest(planned.value.Json());
  if (!is_brief) AddFields(planned.value, object);
  if (!is_compared) return;
  if (current == nullptr) return object.set_action(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE);
  CompareObject(planned.value, current->fields(), *object.mutable_differences());
  object.set_action(object.differences_size() == 0 ? v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP
                                                   : v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE);
}

// Plans all objects, or plans the deletion of the objects that exist.
void PlanObjects(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                 v1::PlanClusterAutoscalerResponse& response) {
  if (response.outcome() == v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID) return;
  const bool runs = response.outcome() == v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS;
  if (runs ? settings.image.empty() : request.current().objects_size() == 0) return;
  const bool is_brief = request.options().detail() == v1::DETAIL_BRIEF;
  for (const PlannedObject& planned :
       MakeObjects(request.cluster_autoscaler().metadata(), settings, response.arguments())) {
    const v1::ClusterAutoscalerCurrentObject* const current =
        FindCurrent(request, settings.name_space, planned.kind, planned.name);
    if (!runs && current == nullptr) continue;
    v1::ClusterAutoscalerObject& object = *response.add_objects();
    object.set_api_version(planned.api_version);
    object.set_kind(planned.kind);
    object.set_namespace_(std::string(settings.name_space));
    object.set_name(planned.name);
    if (runs) {
      DescribeObject(planned, current, request.has_current(), is_brief, object);
    } else {
      object.set_action(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE);
    }
  }
}

void RemoveMessages(v1::PlanClusterAutoscalerResponse& response) {
  for (v1::ClusterAutoscalerMachinesPlan& plan : *response.mutable_machine_autoscalers()) plan.clear_message();
}

}  // namespace

absl::Status PlanClusterAutoscaler(const v1::PlanClusterAutoscalerRequest& request,
                                   v1::PlanClusterAutoscalerResponse& response) {
  Findings findings(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxPlanFindings);
  CheckNotEmpty(request, findings);
  CheckLimitsOfPlan(request, findings);
  CheckObservation(request, findings);
  const PlanSettings settings = ReadPlanSettings(request, findings);
  if (findings.has_errors()) return InvalidArgument(response.findings());

  response.set_outcome(PlanArguments(request, settings, response));
  PlanTargets(request, settings, response);
  PlanObjects(request, settings, response);
  if (request.has_observation()) {
    PlanOperatorStatus(request, settings,
                       FindCurrent(request, settings.name_space, "Deployment", AutoscalerName(settings)),
                       *response.mutable_operator_status());
  }
  if (request.options().detail() == v1::DETAIL_BRIEF) {
    RemoveMessages(response);
  } else {
    response.set_summary(SummarizePlan(request, response));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
