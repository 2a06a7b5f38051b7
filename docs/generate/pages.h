#ifndef CPSIZER_DOCS_GENERATE_PAGES_H_
#define CPSIZER_DOCS_GENERATE_PAGES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::docs {

// Returns the reference of the API as Markdown. It is made from the comments of the API files.
std::string ApiPage();

// Returns the reference of the rules that findings and errors name, as Markdown.
std::string RulesPage();

// Returns the words of logs, metrics, conditions, events and alerts, as Markdown.
std::string WordsPage();

// Returns the metrics of all programs, as Markdown.
std::string MetricsPage();

// Returns the ids of the rules as constants of the Go client.
std::string GoRulesPage();

// A page or another file that is generated and committed.
struct Page {
  absl::string_view file;  // relative to docs/
  std::string (*generate)();
};
absl::Span<const Page> Pages();

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_PAGES_H_
