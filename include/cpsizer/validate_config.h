#ifndef CPSIZER_VALIDATE_CONFIG_H_
#define CPSIZER_VALIDATE_CONFIG_H_

#include "absl/status/status.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Reports all findings about a configuration, and how the service interprets the configuration. Errors in the
// configuration are reported as findings in the response.
//
// `response` must be empty; after an error its content is unspecified. Errors: InvalidArgument if the request has no
// configuration, an old object of another kind or an unknown enum value, or exceeds a limit.
absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_VALIDATE_CONFIG_H_
