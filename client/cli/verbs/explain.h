#ifndef CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_
#define CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `explain`: explains a rule or a field; without an argument lists them.
Verb AddExplain(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_
