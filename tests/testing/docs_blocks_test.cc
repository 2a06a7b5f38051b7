#include "tests/testing/docs_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::testing {
namespace {

using ::testing::ElementsAre;

TEST(DocsBlocksTest, ReadsCommandsAndTheirOutput) {
  const std::vector<DocsBlock> blocks =
      ReadBlocks("page.md",
                 "# Title\n## Of it\nText.\n```sh exit=1\nfalse\n```\n\n```text\nno\n```\n"
                 "1. List:\n   ```sh\n   true\n   ```\n\nMore.\n```text\nother\n```\n");
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].line, 4);
  EXPECT_EQ(blocks[0].heading, "Of it");
  EXPECT_EQ(blocks[0].language, "sh");
  EXPECT_THAT(blocks[0].words, ElementsAre("exit=1"));
  EXPECT_EQ(blocks[0].ValueOf("exit"), "1");
  EXPECT_EQ(blocks[0].text, "false\n");
  EXPECT_THAT(blocks[0].Lines(), ElementsAre("false"));
  EXPECT_EQ(blocks[0].prints, "no\n");
  EXPECT_EQ(blocks[2].text, "true\n") << "indented, as in a list";
  EXPECT_EQ(blocks[2].prints, absl::nullopt) << "there is text between";
}

TEST(DocsBlocksTest, DotsMatchOmittedText) {
  EXPECT_TRUE(IsShown("a\nb\n", "a\nb\n"));
  EXPECT_FALSE(IsShown("a\nb\n", "a\n"));
  EXPECT_FALSE(IsShown("a\n", "a\nb\n"));
  EXPECT_TRUE(IsShown("a\nb\nc\nd\n", "a\n...\nd\n"));
  EXPECT_FALSE(IsShown("a\nb\nc\n", "a\n...\nd\n"));
  EXPECT_TRUE(IsShown("a\nb\n", "a\n...\n"));
  EXPECT_TRUE(IsShown("a: some\nb\n", "a: ...\nb\n"));
  EXPECT_FALSE(IsShown("b: some\nb\n", "a: ...\nb\n"));
}

TEST(DocsBlocksTest, AScriptReadsTheSameAsATest) {
  const std::string script = testing::SourcePath("tests/testing/blocks_by.sh");
  std::string text;
  for (const DocsBlock& block : BlocksBy("README.md", ".ci/run")) text += block.text;
  const auto read = RunProcess({script, "README.md", ".ci/run"});
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->exit_code, 0) << read->standard_error;
  EXPECT_EQ(read->standard_output, text);
  const auto none = RunProcess({script, "README.md", ".ci"});
  ASSERT_TRUE(none.ok()) << none.status();
  EXPECT_EQ(none->exit_code, 1);
  EXPECT_EQ(none->standard_output, "");
  EXPECT_NONFATAL_FAILURE(BlocksBy("README.md", ".ci"), "README.md has no block with by=.ci");
}

}  // namespace
}  // namespace cpsizer::testing
