#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `diff`. It shows what a new configuration would change for the hosted clusters in files or in a
// management cluster.
Verb AddDiff(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_H_
