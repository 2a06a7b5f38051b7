#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_PLAN_CHECK_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_PLAN_CHECK_H_

#include "absl/status/status.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Checks that the response is valid. The response must contain only the objects of the cluster-autoscaler, each at most
// once, in the namespace of the cluster-autoscaler. The Deployment must run the program `cluster-autoscaler` from the
// image in the settings. The only allowed owner is the ClusterAutoscaler of the request. Errors: InvalidArgument with a
// message that names the invalid part.
absl::Status CheckPlan(const v1::PlanClusterAutoscalerRequest& request,
                       const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_PLAN_CHECK_H_
