#include "client/history/series/history_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "client/history/series/limits.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;

TEST(HistoryFilesTest, AFolderIsReplacedByItsFilesInTheOrderOfTheirNames) {
  const testing::TemporaryFolder folder;
  const std::string b = folder.Write("h/b.json", "");
  const std::string a = folder.Write("h/sub/a.csv", "");
  const std::string first = folder.Write("h/a.csv", "");
  folder.Write("h/notes.txt", "");
  folder.Write("h/.hidden.csv", "");
  folder.Write("h/.git/c.csv", "");
  const std::string single = folder.Write("single.data", "");
  const auto files = ListHistoryFiles({single, folder.PathOf("h"), "-", "missing.csv"});
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_THAT(*files, ElementsAre(single, first, b, a, "-", "missing.csv"));
}

TEST(HistoryFilesTest, ErrorsNameTheFolder) {
  const testing::TemporaryFolder folder;
  folder.Write("h/notes.txt", "");
  EXPECT_EQ(ListHistoryFiles({folder.PathOf("h")}).status(),
            absl::InvalidArgumentError(absl::StrCat(
                folder.PathOf("h"), ": this folder has no file with a name that ends with .csv or .json")));
  EXPECT_EQ(ListHistoryFiles({"-", "a", "-"}).status(),
            absl::InvalidArgumentError("standard input is given twice; give - once"));
}

TEST(HistoryFilesTest, FilesAreBounded) {
  std::vector<std::string> paths(kMaxHistoryFiles, "x.csv");
  EXPECT_TRUE(ListHistoryFiles(paths).ok());
  paths.push_back("x.csv");
  EXPECT_EQ(ListHistoryFiles(paths).status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace cpsizer::history
