#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_PLANNED_SETS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_PLANNED_SETS_H_

#include <cstdint>
#include <map>
#include <string>

#include "client/sidecar/machine_autoscaler/scaling_check.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A MachineSet of the request.
struct PlannedSet {
  enum class Action : uint8_t {
    kAsPlanned,
    kRelease,
    kKeep,  // not changed, because the owner cannot be read or its spec refers to the MachineSet
  };
  const v1::MachineSet* set = nullptr;
  // The value of the owner annotation; null if it is absent.
  const std::string* owner = nullptr;
  // Null if the plan does not have this MachineSet.
  const v1::ClusterAutoscalerTarget* plan = nullptr;
  Action action = Action::kAsPlanned;
  std::string gpu_warning;
};

// Returns the MachineSets of the request, by name. `indices` has the MachineAutoscalers of the request, by key.
// `problems` are those of the response. `request` and `response` must outlive the result. Pure.
std::map<std::string, PlannedSet> PlanSets(const v1::PlanClusterAutoscalerRequest& request,
                                           const v1::PlanClusterAutoscalerResponse& response,
                                           const std::map<std::string, int>& indices, const ScalingState& state,
                                           const ScalingProblems& problems);

bool IsDeleting(const v1::MachineAutoscaler& autoscaler);

// Returns whether the plan has an annotation with this action.
bool HasAction(const v1::ClusterAutoscalerTarget& plan, v1::ClusterAutoscalerAnnotationAction action);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_PLANNED_SETS_H_
