#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `validate`: says everything that is wrong with the configurations in files, and where.
Verb AddValidate(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
