#ifndef CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
#define CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The words in logs, metrics, events, conditions and alerts, and annotations. Rules and words of the API are not
// included. tests/lint/words_test.cc checks that the tables are complete.
namespace cpsizer::cli {

struct Word {
  absl::string_view id;       // the word in the form of the output
  absl::string_view meaning;  // one or two sentences
  absl::string_view remedy;   // the remedy, in one sentence
  absl::string_view seen;     // where the word occurs: controllers, objects or conditions
};

struct WordGroup {
  absl::string_view name;  // the kind of the words, such as `hold-reason`
  absl::string_view about;
  std::vector<Word> words;
};

// Returns all groups.
absl::Span<const WordGroup> WordGroups();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
