#ifndef CPSIZER_DOCS_GENERATE_PAGES_H_
#define CPSIZER_DOCS_GENERATE_PAGES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::docs {

// The reference of the API, from the comments of its files, as Markdown.
std::string ApiPage();

// The reference of the rules that findings and errors name, as Markdown.
std::string RulesPage();

// The words of logs, metrics, conditions, events and alerts, as Markdown.
std::string WordsPage();

// The metrics of all programs, as Markdown.
std::string MetricsPage();

// The ids of the rules as constants of the Go client.
std::string GoRulesPage();

// A page, or a file, that is generated and kept beside what people write.
struct Page {
  absl::string_view file;  // as seen from docs/
  std::string (*generate)();
};
absl::Span<const Page> Pages();

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_PAGES_H_
