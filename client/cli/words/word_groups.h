#ifndef CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
#define CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_

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
  absl::Span<const Word> words;
};

// Returns all groups.
absl::Span<const WordGroup> WordGroups();

// Returns the reasons for which the sidecar does not change an object.
absl::Span<const Word> HoldReasonWords();
// Returns the types of conditions.
absl::Span<const Word> ConditionWords();
// Returns the reasons of conditions. Some of these words are reasons of events too.
absl::Span<const Word> ConditionReasonWords();
// Returns the reasons of events that are not reasons of conditions.
absl::Span<const Word> EventWords();
// Returns the alerts of deploy/rules, and the alerts that are installed with a ClusterAutoscaler.
absl::Span<const Word> AlertWords();
// Returns the gRPC status codes that callers of the service can get.
absl::Span<const Word> StatusCodeWords();
// Returns the words in log lines, labels of metrics and cells of tables that are not words of the API.
absl::Span<const Word> OutputWords();
// Returns the annotations and labels that messages name. A word is found without the part before `/` too.
absl::Span<const Word> AnnotationWords();
// Returns the titles of the columns of all tables of the command.
absl::Span<const Word> ColumnWords();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
