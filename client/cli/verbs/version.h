#ifndef CPSIZER_CLIENT_CLI_VERBS_VERSION_H_
#define CPSIZER_CLIENT_CLI_VERBS_VERSION_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `version`. It prints the version and the commit of the command, the version of the API, and the
// versions of the libraries.
Verb AddVersion(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VERSION_H_
