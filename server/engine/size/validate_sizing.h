#ifndef CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_

#include "cpsizer/v1/validate_config.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Returns the CPU policy of the request, or its default. Adds every error in the fields that go with a
// ClusterSizingConfiguration.
v1::SizeCpuPolicy ReadSizingOptions(const v1::ValidateConfigRequest& request, Findings& findings);

// Fills in the whole response about the ClusterSizingConfiguration of the request, with the condition as the operator
// words it. Requires a ClusterSizingConfiguration.
void ValidateSizing(const v1::ValidateConfigRequest& request, v1::SizeCpuPolicy cpu_policy,
                    v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VALIDATE_SIZING_H_
