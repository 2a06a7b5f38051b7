#ifndef CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_

#include "cpsizer/v1/validate_config.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Returns the CPU policy of the request, or its default. Adds each error in the fields of the request that belong to a
// ClusterSizingConfiguration.
v1::SizeCpuPolicy ReadSizingOptions(const v1::ValidateConfigRequest& request, Findings& findings);

// Writes the whole response about the ClusterSizingConfiguration of the request. The condition has the texts that the
// operator uses. Requires a ClusterSizingConfiguration.
void ValidateSizing(const v1::ValidateConfigRequest& request, v1::SizeCpuPolicy cpu_policy,
                    v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_
