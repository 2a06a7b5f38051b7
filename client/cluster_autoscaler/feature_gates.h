#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_

#include "absl/status/status.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cluster_autoscaler {

// Adds the feature gates that the FeatureGate `cluster` enables in the release of `settings`. If the FeatureGate has
// only one release, this release is used. Errors: NotFound if the FeatureGate has several releases but not the release
// of `settings`, because the gates of this release change the plan.
absl::Status ReadFeatureGates(const v1::ClusterAutoscalerCurrentObject& object,
                              v1::ClusterAutoscalerOperatorSettings& settings);

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_FEATURE_GATES_H_
