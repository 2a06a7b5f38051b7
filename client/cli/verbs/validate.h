#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `validate`: prints all problems of the configurations in files, with their places.
Verb AddValidate(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_H_
