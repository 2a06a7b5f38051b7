#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_VALIDATE_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_VALIDATE_AUTOSCALER_H_

#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Writes the whole response about the HorizontalPodAutoscaler of the request. Requires a HorizontalPodAutoscaler.
// `kubernetes_minor` is the minor version of the API server.
void ValidateAutoscaler(const v1::ValidateConfigRequest& request, int kubernetes_minor,
                        v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_VALIDATE_AUTOSCALER_H_
