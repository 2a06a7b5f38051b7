#include "tests/e2e/docs/docs_pages.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/programs.h"
#include "tests/testing/docs_blocks.h"

namespace cpsizer::e2e {
namespace {

constexpr absl::string_view kLanguages[] = {"cpp", "go", "promql", "sh", "text", "yaml"};
constexpr absl::string_view kDocsPagesPrograms[] = {
    "./dev", "cpsizer", "cpsizer-server", "cpsizer-sidecar", "curl",   "docker", "git",
    "go",    "grpcurl", "helm",           "kubectl",         "podman", "skopeo"};

// Returns whether the source of `test` reads the blocks of `page` with `by=` and this test. A test reads them with
// BlocksBy() or blocks_by.sh.
bool Reads(const std::string& test, const std::string& page) {
  for (const absl::string_view line : absl::StrSplit(ReadSourceFile(test), '\n')) {
    const bool is_comment = absl::StartsWith(line, "//") || absl::StartsWith(line, "#");
    const bool reads = absl::StrContains(line, "BlocksBy(") || absl::StrContains(line, "blocks_by.sh");
    if (reads && !is_comment && absl::StrContains(line, page) && absl::StrContains(line, test)) return true;
  }
  return false;
}

TEST(DocsPagesTest, EachBlockHasATypeAndIsReadByItsTest) {
  for (const std::string& page : DocsPages()) {
    for (const testing::DocsBlock& block : testing::ReadBlocks(page, ReadSourceFile(page))) {
      SCOPED_TRACE(absl::StrCat(page, ":", block.line));
      EXPECT_TRUE(absl::c_linear_search(kLanguages, block.language))
          << block.language << ": ``` needs a language: sh for commands, which are run, or text";
      const std::string by = block.ValueOf("by");
      EXPECT_TRUE(by.empty() || Reads(by, page)) << by << " does not read " << page;
    }
  }
}

// Commands for users must be in blocks with the language `sh`.
TEST(DocsPagesTest, TextBlocksHaveNoCommands) {
  for (const std::string& page : DocsPages()) {
    for (const testing::DocsBlock& block : testing::ReadBlocks(page, ReadSourceFile(page))) {
      if (block.language != "text") continue;
      for (const std::string& line : block.Lines()) {
        const std::string first = line.substr(0, line.find(' '));
        EXPECT_FALSE(absl::c_linear_search(kDocsPagesPrograms, first)) << page << ":" << block.line << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace cpsizer::e2e
