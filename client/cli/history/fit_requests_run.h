#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_

#include "client/cli/base/environment.h"
#include "client/cli/history/fit_flags.h"

namespace cpsizer::cli {

// Runs `cpsizer fit --requests`. Returns the exit code.
int RunFitRequests(const FitFlags& flags, const FitOptions& options, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_
