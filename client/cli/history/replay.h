#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `replay`: carries the clusters of a history through time with a configuration, or with two, and reports
// what would have been.
Verb AddReplay(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_H_
