#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_

#include "absl/status/status.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cluster_autoscaler {

// Adds the feature gates that the FeatureGate `cluster` enables in the release of `settings`, or in its only release if
// it has one. Errors: NotFound if it has several without this one, because a plan without its gates would differ.
absl::Status ReadFeatureGates(const v1::ClusterAutoscalerCurrentObject& object,
                              v1::ClusterAutoscalerOperatorSettings& settings);

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_
