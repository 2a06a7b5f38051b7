#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"

namespace cpsizer {

// Plans the result for each MachineAutoscaler and the annotations of the targets, and adds findings about them.
//
// The plan is the state after the operator has reconciled all MachineAutoscalers: if one MachineAutoscaler releases a
// target, another MachineAutoscaler can then set the bounds of the target. Source: section 7 of
// docs/reference/cluster-autoscaler.md.
void PlanTargets(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                 v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_
