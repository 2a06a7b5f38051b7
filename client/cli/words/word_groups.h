#ifndef CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
#define CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The words of logs, metrics, events, conditions and alerts that are neither rules nor parts of the API.
// tests/cli/words checks that the tables are complete.
namespace cpsizer::cli {

struct Word {
  absl::string_view id;       // as it is written in the output
  absl::string_view meaning;  // one or two sentences
  absl::string_view remedy;   // what to do, one sentence
  absl::string_view seen;     // its location: controllers, objects or conditions
};

struct WordGroup {
  absl::string_view name;  // the kind of its words, in one word: `hold-reason`
  absl::string_view about;
  absl::Span<const Word> words;
};

// All groups.
absl::Span<const WordGroup> WordGroups();

// Reasons for which the sidecar does not change an object.
absl::Span<const Word> HoldReasonWords();
// Types of conditions.
absl::Span<const Word> ConditionWords();
// Reasons of conditions; several are reasons of events too.
absl::Span<const Word> ConditionReasonWords();
// Reasons of events that are not reasons of conditions.
absl::Span<const Word> EventWords();
// Alerts of deploy/rules, and those that are installed with a ClusterAutoscaler.
absl::Span<const Word> AlertWords();
// Status codes of gRPC that callers of the service see.
absl::Span<const Word> StatusCodeWords();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
