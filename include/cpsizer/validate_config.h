#ifndef CPSIZER_VALIDATE_CONFIG_H_
#define CPSIZER_VALIDATE_CONFIG_H_

#include "absl/status/status.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Reports every finding in a configuration and how the service reads it. Errors in the configuration are findings of
// the response.
//
// `response` must be empty; after an error its content is unspecified. Errors: InvalidArgument if the request has no
// configuration or exceeds a limit.
absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_VALIDATE_CONFIG_H_
