#include "client/cli/words/word_groups.h"

#include <algorithm>

#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

std::vector<WordGroup> MakeGroups() {
  std::vector<WordGroup> groups = {
      {kHoldReasons.meaning, "Why the sidecar does not change an object: log, metrics, /statusz"},
      {kConditions.meaning, "Type of a condition in the status of an object"},
      {kConditionReasons.meaning, "Reason of a condition, often of an event too"},
      {kEvents.meaning, "Reason of an event about an object"},
      {kAlerts.meaning, "Alert of Prometheus; docs/runbooks has a page for each alert of cpsizer"},
      {kStatusCodes.meaning, "Status code of a call to the service"},
      {kOutputWords.meaning, "Word in a log line, a label of a metric, or a cell of a table"},
      {kAnnotations.meaning, "Annotation or label that messages of cpsizer name"},
      {kColumns.meaning, "Title of a column in a table of the command"},
  };
  for (const auto table : kWordTables) {
    auto group = groups.begin();
    for (const Word& word : table()) {
      if (word.id.empty()) {
        group = std::find_if(groups.begin(), groups.end(),
                             [&word](const WordGroup& one) { return one.name == word.meaning; });
      } else {
        group->words.push_back(word);
      }
    }
  }
  return groups;
}

}  // namespace

absl::Span<const WordGroup> WordGroups() {
  static const std::vector<WordGroup>& groups = *new std::vector<WordGroup>(MakeGroups());
  return groups;
}

}  // namespace cpsizer::cli
