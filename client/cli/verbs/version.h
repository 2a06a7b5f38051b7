#ifndef CPSIZER_CLIENT_CLI_VERBS_VERSION_H_
#define CPSIZER_CLIENT_CLI_VERBS_VERSION_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `version`: the version of the command, its commit, the API and the libraries in it.
Verb AddVersion(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VERSION_H_
