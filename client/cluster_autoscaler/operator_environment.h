#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERATOR_ENVIRONMENT_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERATOR_ENVIRONMENT_H_

#include <vector>

#include "absl/status/status.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cluster_autoscaler {

// Reads the settings of the operator from the environment of its Deployment `cluster-autoscaler-operator`, if `objects`
// contains this Deployment. Errors: InvalidArgument for a malformed number. The operator itself does not start if a
// number is malformed.
absl::Status ReadOperatorEnvironment(const std::vector<v1::ClusterAutoscalerCurrentObject>& objects,
                                     v1::ClusterAutoscalerOperatorSettings& settings);

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERATOR_ENVIRONMENT_H_
