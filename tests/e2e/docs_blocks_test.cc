#include "tests/e2e/docs_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/docs_pages.h"
#include "tests/e2e/programs.h"

namespace cpsizer::e2e {
namespace {

using ::testing::ElementsAre;

TEST(DocsBlocksTest, ReadsCommandsAndWhatTheyPrint) {
  const std::vector<DocsBlock> blocks =
      ReadBlocks("page.md",
                 "Text.\n```sh exit=1\nfalse\n```\n\n```text\nno\n```\n"
                 "1. List:\n   ```sh\n   true\n   ```\n\nMore.\n```text\nother\n```\n");
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].line, 2);
  EXPECT_EQ(blocks[0].language, "sh");
  EXPECT_THAT(blocks[0].words, ElementsAre("exit=1"));
  EXPECT_EQ(blocks[0].ValueOf("exit"), "1");
  EXPECT_EQ(blocks[0].text, "false\n");
  EXPECT_EQ(blocks[0].prints, "no\n");
  EXPECT_EQ(blocks[2].text, "true\n") << "indented, as in a list";
  EXPECT_EQ(blocks[2].prints, absl::nullopt) << "there is text between";
}

TEST(DocsBlocksTest, DotsStandForWhatIsLeftOut) {
  EXPECT_TRUE(IsShown("a\nb\n", "a\nb\n"));
  EXPECT_FALSE(IsShown("a\nb\n", "a\n"));
  EXPECT_FALSE(IsShown("a\n", "a\nb\n"));
  EXPECT_TRUE(IsShown("a\nb\nc\nd\n", "a\n...\nd\n"));
  EXPECT_FALSE(IsShown("a\nb\nc\n", "a\n...\nd\n"));
  EXPECT_TRUE(IsShown("a\nb\n", "a\n...\n"));
  EXPECT_TRUE(IsShown("a: some\nb\n", "a: ...\nb\n"));
  EXPECT_FALSE(IsShown("b: some\nb\n", "a: ...\nb\n"));
}

TEST(DocsBlocksTest, EveryBlockOfThePagesSaysWhatItIs) {
  for (const std::string& page : DocsPages()) {
    for (const DocsBlock& block : ReadBlocks(page, ReadSourceFile(page))) {
      SCOPED_TRACE(page + ":" + std::to_string(block.line));
      EXPECT_NE(block.language, "") << "``` needs a language: sh for commands, which are run, or text";
      const std::string by = block.ValueOf("by");
      EXPECT_TRUE(by.empty() || std::filesystem::exists(SourcePath(by))) << by;
    }
  }
}

}  // namespace
}  // namespace cpsizer::e2e
