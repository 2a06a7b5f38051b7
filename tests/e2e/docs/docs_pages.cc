#include "tests/e2e/docs/docs_pages.h"

#include <algorithm>
#include <filesystem>

#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"

namespace cpsizer::e2e {

std::vector<std::string> DocsPages() {
  std::vector<std::string> pages = {"README.md"};
  const std::filesystem::path root = testing::SourcePath("");
  for (const char* const folder : {"client", "conformance", "deploy", "docs", "examples"}) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".md") pages.push_back(std::filesystem::relative(entry.path(), root));
    }
  }
  std::sort(pages.begin() + 1, pages.end());
  return pages;
}

}  // namespace cpsizer::e2e
