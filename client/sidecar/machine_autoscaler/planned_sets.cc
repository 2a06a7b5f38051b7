#include "client/sidecar/machine_autoscaler/planned_sets.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace cpsizer::sidecar {
namespace {

using Indices = std::map<std::string, int>;
using Sets = std::map<std::string, PlannedSet>;
using SetAction = PlannedSet::Action;

constexpr char kGpuLabelMissing[] = "GPU_LABEL_MISSING";

bool Claims(const v1::MachineAutoscaler& autoscaler, const std::string& name) {
  return !IsDeleting(autoscaler) && NamesTarget(autoscaler.spec().scale_target_ref(), name);
}

// Returns whether the MachineAutoscaler does not refer to the MachineSet `name`, or is being deleted.
bool HasForgotten(const v1::MachineAutoscaler& autoscaler, const v1::ClusterAutoscalerMachinesPlan& plan,
                  const std::string& name) {
  return plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED ||
         (!NamesTarget(autoscaler.status().last_target_ref(), name) &&
          !NamesTarget(autoscaler.spec().scale_target_ref(), name));
}

SetAction ActionFor(const PlannedSet& set, const v1::PlanClusterAutoscalerRequest& request,
                    const v1::PlanClusterAutoscalerResponse& response, const Indices& indices,
                    const ScalingState& state) {
  const std::string& name = set.set->metadata().name();
  const std::string planned_owner = set.plan == nullptr ? "" : set.plan->owner();
  if (set.owner != nullptr && *set.owner != planned_owner) {
    if (state.unreadable_autoscalers.count(*set.owner) > 0) return SetAction::kKeep;
    if (const auto owner = indices.find(*set.owner); owner != indices.end()) {
      const v1::MachineAutoscaler& autoscaler = request.machine_autoscalers(owner->second);
      if (Claims(autoscaler, name)) return SetAction::kKeep;
      if (HasForgotten(autoscaler, response.machine_autoscalers(owner->second), name)) return SetAction::kRelease;
    }
    if (!planned_owner.empty()) return SetAction::kRelease;
  }
  return set.plan != nullptr && HasAction(*set.plan, v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE)
             ? SetAction::kRelease
             : SetAction::kAsPlanned;
}

void AddGpuWarnings(const v1::PlanClusterAutoscalerRequest& request, const v1::PlanClusterAutoscalerResponse& response,
                    Sets& sets) {
  for (const v1::Finding& finding : response.findings()) {
    absl::string_view path = finding.path();
    int index = 0;
    if (finding.rule() != kGpuLabelMissing || !absl::ConsumePrefix(&path, "machineSets[") ||
        !absl::SimpleAtoi(path.substr(0, path.find(']')), &index) || index < 0 ||
        index >= request.machine_sets_size()) {
      continue;
    }
    sets[request.machine_sets(index).metadata().name()].gpu_warning = finding.message();
  }
}

}  // namespace

bool IsDeleting(const v1::MachineAutoscaler& autoscaler) {
  return !autoscaler.metadata().deletion_timestamp().empty();
}

bool HasAction(const v1::ClusterAutoscalerTarget& plan, v1::ClusterAutoscalerAnnotationAction action) {
  return std::any_of(plan.annotations().begin(), plan.annotations().end(),
                     [action](const auto& annotation) { return annotation.action() == action; });
}

Sets PlanSets(const v1::PlanClusterAutoscalerRequest& request, const v1::PlanClusterAutoscalerResponse& response,
              const Indices& indices, const ScalingState& state, const ScalingProblems& problems) {
  Sets sets;
  for (const v1::MachineSet& set : request.machine_sets()) {
    sets[set.metadata().name()] = {&set, AnnotationOf(set, kScalingOwnerKey)};
  }
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) sets[target.name()].plan = &target;
  for (auto& [name, set] : sets) {
    set.action =
        problems.targets.count(name) > 0 ? SetAction::kKeep : ActionFor(set, request, response, indices, state);
  }
  AddGpuWarnings(request, response, sets);
  return sets;
}

}  // namespace cpsizer::sidecar
