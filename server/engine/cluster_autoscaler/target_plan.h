#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"

namespace cpsizer {

// Plans the result for each MachineAutoscaler and the annotations of their targets, with findings about them.
//
// The plan is the state after the operator has reconciled all of them: a target that is released first can be bounded
// by another MachineAutoscaler. Source: section 7 of docs/reference/cluster-autoscaler.md.
void PlanTargets(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                 v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_PLAN_H_
