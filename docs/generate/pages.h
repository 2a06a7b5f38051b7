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

// The metrics of all programs, as Markdown.
std::string MetricsPage();

// A page that is generated, and kept beside what people write.
struct Page {
  absl::string_view file;  // in docs/
  std::string (*generate)();
};
absl::Span<const Page> Pages();

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_PAGES_H_
