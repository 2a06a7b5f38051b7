#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OPERATOR_STATUS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OPERATOR_STATUS_H_

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"

namespace cpsizer {

// Writes the status that the operator reports. `deployment` is the current Deployment; null if the Deployment does not
// exist. Requires an observation. Source: section 9 of docs/reference/cluster-autoscaler.md.
void PlanOperatorStatus(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                        const v1::ClusterAutoscalerCurrentObject* deployment,
                        v1::ClusterAutoscalerOperatorStatus& status);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OPERATOR_STATUS_H_
