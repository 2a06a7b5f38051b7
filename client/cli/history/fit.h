#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `fit`: proposes fractions or capacities from the history of a fleet.
Verb AddFit(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_H_
