#ifndef CPSIZER_CLIENT_CLI_VERBS_COMPLETION_H_
#define CPSIZER_CLIENT_CLI_VERBS_COMPLETION_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `completion`. It prints a script that completes the verbs and flags of `root` in a shell.
Verb AddCompletion(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_COMPLETION_H_
