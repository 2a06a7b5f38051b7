// Checks that the committed reference pages match the current sources, and the command line of their generator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "docs/generate/generator.h"
#include "docs/generate/pages.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

TEST(DocsTest, GeneratedPagesAreCurrent) {
  for (const docs::Page& page : docs::Pages()) {
    const std::string path = absl::StrCat("docs/", page.file);
    // Not EXPECT_EQ, which would print two complete pages.
    EXPECT_TRUE(Text(path) == page.generate()) << path << " is stale. Run `./dev docs` and commit what it writes.";
  }
}

struct GeneratorRun {
  int exit_code;
  std::string out;
  std::string err;
};

GeneratorRun Generate(const std::vector<std::string>& arguments) {
  constexpr docs::Generator kGenerator = {"cpsizer-docs", "Writes a page.", [] {
                                            return std::vector<docs::GeneratedFile>{{"page.md", "# Page\n"}};
                                          }};
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = docs::RunGenerator(kGenerator, arguments, out, err);
  return {exit_code, out.str(), err.str()};
}

TEST(GeneratorTest, PrintsItsUsage) {
  for (const char* help : {"-h", "--help", "help"}) {
    const GeneratorRun run = Generate({help});
    EXPECT_EQ(run.exit_code, 0) << help;
    EXPECT_THAT(run.out, ::testing::StartsWith("Usage: cpsizer-docs FOLDER\nWrites a page.")) << help;
    EXPECT_EQ(run.err, "") << help;
  }
}

TEST(GeneratorTest, WrongArgumentsGetTheUsageAndExitCode2) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {""}, {"--folder"}, {"-x"}, {"docs", "more"}, {"docs", "--help"}}) {
    const GeneratorRun run = Generate(arguments);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, ::testing::StartsWith("Usage: cpsizer-docs FOLDER\n"));
  }
}

TEST(GeneratorTest, WritesItsFilesOrNamesThePath) {
  const GeneratorRun run = Generate({::testing::TempDir()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const GeneratorRun failed = Generate({"/nonexistent"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(failed.err, "cpsizer-docs: cannot write /nonexistent/page.md\n");
}

}  // namespace
}  // namespace cpsizer::lint
