#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `validate`. It prints all findings about the configurations and autoscalers in files or in a cluster,
// with their places.
Verb AddValidate(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
