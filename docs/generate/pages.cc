#include "docs/generate/pages.h"

namespace cpsizer::docs {

absl::Span<const Page> Pages() {
  static constexpr Page kPages[] = {{"api.md", ApiPage},
                                    {"rules.md", RulesPage},
                                    {"metrics.md", MetricsPage},
                                    {"words.md", WordsPage},
                                    {"../client/go/client/rules.go", GoRulesPage}};
  return kPages;
}

}  // namespace cpsizer::docs
