#ifndef CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_OUTPUT_H_

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/verbs/vocabulary.h"

namespace cpsizer::cli {

// Prints all meanings of `topic`. `meanings` must be the result of vocabulary.Find(topic). Meanings as a list, a rule,
// an error or a word of a group are printed before meanings in the API.
void PrintMeanings(absl::string_view topic, const Meanings& meanings, const Vocabulary& vocabulary, Screen& out);

// Prints the lists and the enums, each with its number of words.
void PrintLists(const Vocabulary& vocabulary, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_EXPLAIN_OUTPUT_H_
