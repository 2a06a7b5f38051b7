#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_VALIDATE_CPU_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_VALIDATE_CPU_H_

#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Writes the whole response about the Infrastructure of the request. Requires an Infrastructure.
void ValidateInfrastructure(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

// Writes the whole response about the KubeletConfig of the request. Requires a KubeletConfig.
void ValidateKubeletConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_VALIDATE_CPU_H_
