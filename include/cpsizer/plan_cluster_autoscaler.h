#ifndef CPSIZER_PLAN_CLUSTER_AUTOSCALER_H_
#define CPSIZER_PLAN_CLUSTER_AUTOSCALER_H_

#include "absl/status/status.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer {

// Plans the whole desired state of the autoscaling of an OpenShift cluster: arguments and objects of the
// cluster-autoscaler, annotations of MachineSets, and the status of the operator. Pure: the same request gives the same
// bytes. Source: docs/reference/cluster-autoscaler.md.
//
// `response` must be empty; after an error its content is unspecified. Errors, each with google.rpc details as payloads
// (see status.h): InvalidArgument for a request that is empty, is incomplete or exceeds a limit, and for invalid
// operator settings. Errors in the objects are reported as findings in the response.
absl::Status PlanClusterAutoscaler(const v1::PlanClusterAutoscalerRequest& request,
                                   v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_PLAN_CLUSTER_AUTOSCALER_H_
