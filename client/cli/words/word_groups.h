#ifndef CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
#define CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The words that people meet in logs, metrics, events, conditions and alerts, and that are neither rules nor parts of
// the API. tests/cli/words checks that the tables have all of them.
namespace cpsizer::cli {

struct Word {
  absl::string_view id;       // as it is written where people meet it
  absl::string_view meaning;  // one or two sentences
  absl::string_view remedy;   // what to do, one sentence
  absl::string_view seen;     // where it is written: controllers, objects or conditions
};

struct WordGroup {
  absl::string_view name;  // what one of its words is, in one word: `hold-reason`
  absl::string_view about;
  absl::Span<const Word> words;
};

// All groups.
absl::Span<const WordGroup> WordGroups();

// Reasons for which the sidecar leaves an object as it is.
absl::Span<const Word> HoldReasonWords();
// Types of conditions.
absl::Span<const Word> ConditionWords();
// Reasons of conditions; several are reasons of events too.
absl::Span<const Word> ConditionReasonWords();
// Reasons of events that are not reasons of conditions.
absl::Span<const Word> EventWords();
// Alerts of deploy/rules, and those that a ClusterAutoscaler brings with it.
absl::Span<const Word> AlertWords();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_WORDS_WORD_GROUPS_H_
