#include "client/cli/words/word_groups.h"

#include <vector>

namespace cpsizer::cli {

absl::Span<const WordGroup> WordGroups() {
  static const std::vector<WordGroup>& groups = *new std::vector<WordGroup>{
      {"hold-reason", "Why the sidecar does not change an object: log, metrics, /statusz", HoldReasonWords()},
      {"condition", "Type of a condition in the status of an object", ConditionWords()},
      {"condition-reason", "Reason of a condition, often of an event too", ConditionReasonWords()},
      {"event", "Reason of an event about an object", EventWords()},
      {"alert", "Alert of Prometheus; docs/runbooks has a page for each alert of cpsizer", AlertWords()},
      {"status-code", "Status code of a call to the service", StatusCodeWords()},
      {"output-word", "Word in a log line, a label of a metric, or a cell of a table", OutputWords()},
      {"annotation", "Annotation or label that messages of cpsizer name", AnnotationWords()},
      {"column", "Title of a column in a table of the command", ColumnWords()},
  };
  return groups;
}

}  // namespace cpsizer::cli
