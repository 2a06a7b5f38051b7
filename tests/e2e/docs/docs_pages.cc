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
    auto entry = std::filesystem::recursive_directory_iterator(root / folder);
    for (; entry != std::filesystem::end(entry); ++entry) {
      const std::filesystem::path& path = entry->path();
      if (path.filename() == "node_modules") entry.disable_recursion_pending();
      if (path.extension() == ".md") pages.push_back(std::filesystem::relative(path, root));
    }
  }
  std::sort(pages.begin() + 1, pages.end());
  return pages;
}

}  // namespace cpsizer::e2e
