#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SUMMARIZE_PLAN_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SUMMARIZE_PLAN_H_

#include <string>

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer {

// Describes the whole plan in plain sentences.
std::string SummarizePlan(const v1::PlanClusterAutoscalerRequest& request,
                          const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SUMMARIZE_PLAN_H_
