#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_

#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Writes the whole response about the ClusterAutoscaler of the request. Requires a ClusterAutoscaler.
void ValidateClusterAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

// Writes the whole response about the MachineAutoscaler of the request. Requires a MachineAutoscaler.
void ValidateMachineAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_VALIDATE_CLUSTER_AUTOSCALER_H_
