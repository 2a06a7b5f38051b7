#include "client/sidecar/machine_autoscaler/scaling_plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/machine_autoscaler/planned_sets.h"
#include "client/sidecar/machine_autoscaler/scaling_check.h"

namespace cpsizer::sidecar {
namespace {

using MachinesOutcome = v1::ClusterAutoscalerMachinesOutcome;
using StepKind = ScalingStep::Kind;

std::string InvalidResponse(const std::string& why) {
  return absl::StrCat("the service returned ", why, "; nothing is written");
}

// The name of an outcome as a metric label, and the reason of its hold; empty if the MachineAutoscaler is not held.
struct ScalingOutcome {
  MachinesOutcome outcome;
  const char* name;
  const char* hold;
};

constexpr ScalingOutcome kScalingOutcomes[] = {
    {v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS, "bounds", ""},
    {v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED, "deleted", ""},
    {v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_NOT_FOUND, "target_not_found", kTargetNotFound},
    {v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_OWNED, "target_owned", kTargetOwned},
    {v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_UNREADABLE, "target_unreadable", kTargetUnreadable},
};

void SetOutcome(MachinesOutcome outcome, ScalingResult& result) {
  result.outcome = "invalid";
  result.held = {kInvalidConfiguration, ""};
  for (const ScalingOutcome& row : kScalingOutcomes) {
    if (row.outcome != outcome) continue;
    result.outcome = row.name;
    result.held = {row.hold, ""};
  }
}

class ScalingPlanner {
 public:
  ScalingPlanner(const v1::PlanClusterAutoscalerRequest& request, const v1::PlanClusterAutoscalerResponse& response,
                 const ScalingState& state, const ScalingProblems& problems)
      : request_(request), response_(response), state_(state), problems_(problems) {
    for (int i = 0; i < request.machine_autoscalers_size(); ++i) {
      indices_[KeyOfMetadata(request.machine_autoscalers(i).metadata())] = i;
    }
    sets_ = PlanSets(request, response, indices_, state, problems);
  }

  ScalingPlan Plan() {
    for (int i = 0; i < request_.machine_autoscalers_size(); ++i) {
      const auto problem = problems_.autoscalers.find(KeyOfMetadata(Autoscaler(i).metadata()));
      if (problem != problems_.autoscalers.end()) {
        plan_.results.push_back({problem->first, "", {kInvalidResponse, ""}, "", InvalidResponse(problem->second)});
        continue;
      }
      plan_.results.push_back(ResultOf(i));
      StepOfAutoscaler(i);
    }
    for (const auto& [name, set] : sets_) StepOfTarget(name, set);
    return std::move(plan_);
  }

 private:
  using SetAction = PlannedSet::Action;

  const v1::MachineAutoscaler& Autoscaler(int i) const { return request_.machine_autoscalers(i); }
  const v1::ClusterAutoscalerMachinesPlan& PlanOf(int i) const { return response_.machine_autoscalers(i); }

  // Returns null if no MachineAutoscaler of the request has the key.
  const int* IndexOf(const std::string& key) const {
    const auto found = indices_.find(key);
    return found == indices_.end() ? nullptr : &found->second;
  }

  ScalingResult ResultOf(int i) const {
    const v1::ClusterAutoscalerMachinesPlan& plan = PlanOf(i);
    ScalingResult result;
    result.autoscaler = KeyOfMetadata(Autoscaler(i).metadata());
    SetOutcome(plan.outcome(), result);
    result.event = plan.event();
    result.message = plan.message();
    const std::string& target = Autoscaler(i).spec().scale_target_ref().name();
    if (plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_NOT_FOUND) {
      const auto unreadable = state_.unreadable_targets.find(target);
      if (unreadable == state_.unreadable_targets.end()) return result;
      SetOutcome(v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_UNREADABLE, result);
      result.message = absl::StrCat("MachineSet ", target, " cannot be read: ", unreadable->second.problem);
    } else if (plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS) {
      const PlannedSet& set = sets_.at(target);
      if (set.action != SetAction::kKeep) return result;
      SetOutcome(v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_OWNED, result);
      result.event = "FailedSetOwner";
      result.message = absl::StrCat("MachineSet ", target, " belongs to MachineAutoscaler ", *set.owner);
    }
    return result;
  }

  void StepOfAutoscaler(int i) {
    const v1::ClusterAutoscalerMachinesPlan& plan = PlanOf(i);
    ScalingStep step;
    step.autoscaler = KeyOfMetadata(Autoscaler(i).metadata());
    const auto& finalizers = Autoscaler(i).metadata().finalizers();
    if (plan.add_finalizer()) {
      step.kind = StepKind::kAddFinalizer;
      step.finalizers.assign(finalizers.begin(), finalizers.end());
      step.finalizers.push_back(kScalingFinalizer);
    } else if (plan.has_last_target_ref()) {
      if (!IsReleased(Autoscaler(i).status().last_target_ref())) return;
      step.kind = StepKind::kSetLastTarget;
      step.last_target = plan.last_target_ref();
    } else if (plan.remove_finalizer()) {
      if (!MayEnd(i, step.autoscaler)) return;
      step.kind = StepKind::kRemoveFinalizer;
      std::copy_if(finalizers.begin(), finalizers.end(), std::back_inserter(step.finalizers),
                   [](const std::string& finalizer) { return finalizer != kScalingFinalizer; });
    } else {
      return;
    }
    plan_.steps.push_back(std::move(step));
  }

  // Returns true if the referenced MachineSet certainly does not need a release.
  bool IsReleased(const v1::CrossVersionObjectReference& target) const {
    if (!IsScalingTarget(target)) return true;
    if (state_.unreadable_targets.count(target.name()) > 0) return false;
    if (state_.unsettled_targets.count(target.name()) > 0) return false;
    const auto set = sets_.find(target.name());
    return set == sets_.end() || set->second.action != SetAction::kRelease;
  }

  bool MayEnd(int i, const std::string& key) const {
    if (!IsReleased(Autoscaler(i).spec().scale_target_ref()) || !IsReleased(Autoscaler(i).status().last_target_ref())) {
      return false;
    }
    return std::none_of(sets_.begin(), sets_.end(),
                        [&](const auto& set) { return set.second.owner != nullptr && *set.second.owner == key; }) &&
           std::none_of(state_.unreadable_targets.begin(), state_.unreadable_targets.end(),
                        [&](const auto& target) { return target.second.owner == key; });
  }

  void StepOfTarget(const std::string& name, const PlannedSet& set) {
    if (set.action == SetAction::kRelease) return Release(name, set);
    const bool is_due = set.action == SetAction::kAsPlanned && set.plan != nullptr &&
                        HasAction(*set.plan, v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET);
    if (!is_due) return;
    const int owner = *IndexOf(set.plan->owner());
    // The finalizer and the lastTargetRef of the owner are written first. Then the owner cannot be deleted before the
    // MachineSet is released.
    const bool is_ready = !PlanOf(owner).add_finalizer() && !PlanOf(owner).has_last_target_ref();
    if (!is_ready && !state_.all_steps) return;
    ScalingStep step;
    step.kind = StepKind::kBoundTarget;
    step.autoscaler = set.plan->owner();
    step.target = name;
    step.gpu_warning = set.gpu_warning;
    for (const v1::ClusterAutoscalerAnnotation& annotation : set.plan->annotations()) {
      if (annotation.action() != v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET) continue;
      step.annotations.push_back({annotation.key(), annotation.value()});
    }
    plan_.steps.push_back(std::move(step));
  }

  void Release(const std::string& name, const PlannedSet& set) {
    ScalingStep step;
    step.kind = StepKind::kReleaseTarget;
    step.target = name;
    step.autoscaler = ReleaserOf(name, set);
    for (const char* const key : kScalingKeys) {
      if (AnnotationOf(*set.set, key) != nullptr) step.annotations.push_back({key, absl::nullopt});
    }
    plan_.steps.push_back(std::move(step));
  }

  // Returns the owner of the MachineSet. If this owner does not exist, returns a MachineAutoscaler that referred to the
  // MachineSet before, or an empty text.
  std::string ReleaserOf(const std::string& name, const PlannedSet& set) const {
    if (set.owner != nullptr && IndexOf(*set.owner) != nullptr) return *set.owner;
    const auto releases = [&](const v1::MachineAutoscaler& autoscaler) {
      return NamesTarget(autoscaler.status().last_target_ref(), name) ||
             (IsDeleting(autoscaler) && NamesTarget(autoscaler.spec().scale_target_ref(), name));
    };
    const auto& all = request_.machine_autoscalers();
    const auto found = std::find_if(all.begin(), all.end(), releases);
    return found == all.end() ? "" : KeyOfMetadata(found->metadata());
  }

  const v1::PlanClusterAutoscalerRequest& request_;
  const v1::PlanClusterAutoscalerResponse& response_;
  const ScalingState& state_;
  const ScalingProblems& problems_;
  std::map<std::string, int> indices_;      // MachineAutoscalers, by key
  std::map<std::string, PlannedSet> sets_;  // by name
  ScalingPlan plan_;
};

}  // namespace

std::string ScalingStep::WrittenObject() const {
  return writes_target() ? absl::StrCat("MachineSet ", target) : absl::StrCat("MachineAutoscaler ", autoscaler);
}

ScalingPlan PlanScaling(const v1::PlanClusterAutoscalerRequest& request,
                        const v1::PlanClusterAutoscalerResponse& response, const ScalingState& state) {
  const ScalingProblems problems = CheckScaling(request, response);
  if (!problems.response.empty()) {
    ScalingPlan plan;
    plan.invalid = InvalidResponse(problems.response);
    return plan;
  }
  return ScalingPlanner(request, response, state, problems).Plan();
}

}  // namespace cpsizer::sidecar
