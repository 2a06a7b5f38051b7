#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CONFIGURATION_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CONFIGURATION_H_

#include "absl/status/statusor.h"
#include "client/cli/input/sources.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::cli {

// Returns the findings of the service and of the reader about a configuration. Errors: the errors of the service.
absl::StatusOr<v1::ValidateConfigResponse> ValidateConfiguration(const Sources& sources, v1::SizeCpuPolicy policy,
                                                                 BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CONFIGURATION_H_
