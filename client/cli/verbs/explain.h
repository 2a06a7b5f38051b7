#ifndef CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_
#define CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `explain`. It explains a word such as a rule or a field. Without an argument it prints the lists of
// words.
Verb AddExplain(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_H_
