#ifndef CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_
#define CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `help`: prints the help page of `root` or of one of its verbs, as --help does. Added after all other verbs.
Verb AddHelp(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_HELP_VERB_H_
