#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_

#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Fills in the whole response about the ClusterAutoscaler of the request. Requires one.
void ValidateClusterAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

// The same for its MachineAutoscaler.
void ValidateMachineAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_
