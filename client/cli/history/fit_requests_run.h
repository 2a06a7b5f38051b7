#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_

#include "client/cli/base/environment.h"
#include "client/cli/history/fit_flags.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Proposes requests for the sizes of `found` from the usage of the hosted clusters of `inventory`, and prints them.
// Reads only the history of the flags. Returns the exit code.
int ProposeFromUsage(const FitFlags& flags, const FitOptions& options, const objects::FoundConfiguration& found,
                     const objects::Inventory& inventory, Environment& environment);

// Runs `cpsizer fit --requests`. Returns the exit code.
int RunFitRequests(const FitFlags& flags, const FitOptions& options, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RUN_H_
