#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/verbs/explain_output.h"
#include "client/cli/verbs/vocabulary.h"

namespace cpsizer::cli {
namespace {

int ExplainTopic(const std::string& topic, const Vocabulary& vocabulary, Environment& environment) {
  const Meanings meanings = vocabulary.Find(topic);
  if (meanings.empty()) {
    const std::string suggestion = vocabulary.Suggestion(topic);
    PrintError(absl::StrCat("there is no rule, no error, no word and no field \"", topic, "\"",
                            suggestion.empty() ? "; without an argument, explain prints its lists" : suggestion),
               environment.err);
    return kExitUsage;
  }
  PrintMeanings(topic, meanings, vocabulary, environment.out);
  return kExitFine;
}

bool IsAmount(absl::string_view word) {
  return !word.empty() && absl::ascii_isdigit(static_cast<unsigned char>(word.front()));
}

// Removes the amounts of a cell such as `short by 14.208Gi` or `0.75 (size)`, unless there is nothing else.
std::string WithoutAmounts(const std::string& topic) {
  std::vector<std::string> words = absl::StrSplit(topic, ' ', absl::SkipEmpty());
  words.erase(std::remove_if(words.begin(), words.end(), IsAmount), words.end());
  return words.empty() ? topic : absl::StrJoin(words, " ");
}

// Returns true if `topic` is one topic, or probably a misspelled one such as `VPA AGES`, and not several words.
bool IsOneTopic(const std::string& topic, const std::vector<std::string>& words, const Vocabulary& vocabulary) {
  const auto is_topic = [&vocabulary](const std::string& word) { return !vocabulary.Find(word).empty(); };
  if (words.size() < 2 || is_topic(topic) || std::none_of(words.begin(), words.end(), is_topic)) return true;
  return !std::all_of(words.begin(), words.end(), is_topic) && !vocabulary.Suggestion(topic).empty();
}

// A cell of a table may have two words, such as `HELD VPA_AT_FLOOR`. Explains each word, unless the whole text is one
// topic, such as `best effort`, or none of its words is one.
int Explain(const std::string& cell, Environment& environment) {
  const Vocabulary vocabulary;
  if (cell.empty()) {
    PrintLists(vocabulary, environment.out);
    return kExitFine;
  }
  const std::string topic = WithoutAmounts(cell);
  const std::vector<std::string> words = absl::StrSplit(topic, ' ', absl::SkipEmpty());
  if (IsOneTopic(topic, words, vocabulary)) return ExplainTopic(topic, vocabulary, environment);
  for (const std::string& word : words) {
    if (const int exit_code = ExplainTopic(word, vocabulary, environment); exit_code != kExitFine) return exit_code;
  }
  return kExitFine;
}

}  // namespace

Verb AddExplain(CLI::App& root) {
  CLI::App* app = root.add_subcommand("explain", "Explain what a rule, a word of the output or a field means");
  auto words = std::make_shared<std::vector<std::string>>();
  AddWords(*app, "WORD", *words,
           "Rule, error, outcome, reason, condition, event, alert, annotation or title of a column, or path or name of "
           "a field; the default is to print the lists of them");
  app->footer(
      "explain EFFECTIVE_CAPACITY_NOT_INCREASING\n"
      "explain held\n"
      "explain GROWS ABOVE\n"
      "explain hold-reasons\n"
      "explain spec.sizes.capacity.kubeAPIServerCPUFraction\n"
      "explain spec.behavior.scaleDown.stabilizationWindowSeconds");
  return {app, [words](Environment& environment) { return Explain(absl::StrJoin(*words, " "), environment); }};
}

}  // namespace cpsizer::cli
