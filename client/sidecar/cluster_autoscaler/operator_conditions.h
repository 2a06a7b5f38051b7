#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERATOR_CONDITIONS_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERATOR_CONDITIONS_H_

#include "absl/time/time.h"
#include "client/kube/json.h"
#include "client/tree/node.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Returns a merge patch of the status of a ClusterOperator with the planned conditions, version and related objects.
// Returns null if the status already has these values. Conditions and versions of other writers do not change. Pure.
kube::Json OperatorStatusPatch(const tree::Node& cluster_operator, const v1::ClusterAutoscalerOperatorStatus& planned,
                               absl::Time now);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERATOR_CONDITIONS_H_
