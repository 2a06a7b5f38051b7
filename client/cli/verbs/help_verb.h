#ifndef CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_
#define CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `help`. It prints the help page of `root` or of one of its verbs, like --help. Must be called after all
// other verbs were added.
Verb AddHelp(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_
