#include "tests/e2e/docs_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/testing/docs_blocks.h"

namespace cpsizer::e2e {
namespace {

TEST(DocsPagesTest, EveryBlockSaysWhatItIs) {
  for (const std::string& page : DocsPages()) {
    for (const testing::DocsBlock& block : testing::ReadBlocks(page, ReadSourceFile(page))) {
      SCOPED_TRACE(absl::StrCat(page, ":", block.line));
      EXPECT_NE(block.language, "") << "``` needs a language: sh for commands, which are run, or text";
      const std::string by = block.ValueOf("by");
      EXPECT_TRUE(by.empty() || std::filesystem::exists(SourcePath(by))) << by;
    }
  }
}

}  // namespace
}  // namespace cpsizer::e2e
