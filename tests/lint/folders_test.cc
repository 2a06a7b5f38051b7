// Checks that the folders of the product have no include cycle, so that each folder can be read after the folders that
// it uses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct FileInclude {
  std::string file;
  std::string included;
};

// For each folder, the other folders from which its files include files. Each entry has an example of such an include.
using FolderGraph = std::map<std::string, std::map<std::string, std::string>>;

std::string FolderOf(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

FolderGraph GraphOf(const std::vector<FileInclude>& includes) {
  FolderGraph graph;
  for (const auto& [file, included] : includes) {
    const std::string from = FolderOf(file);
    const std::string to = FolderOf(included);
    if (from != to) graph[from].emplace(to, absl::StrCat(file, " includes ", included));
  }
  return graph;
}

// Returns the includes that form a cycle; empty if there are no cycles.
std::vector<std::string> FindCycle(FolderGraph graph) {
  const auto remains = [&graph](const auto& edge) { return graph.count(edge.first) > 0; };
  // A folder that includes no file of the other remaining folders is not part of a cycle.
  const auto is_leaf = [&remains](const auto& folder) {
    return std::none_of(folder.second.begin(), folder.second.end(), remains);
  };
  auto leaf = std::find_if(graph.begin(), graph.end(), is_leaf);
  while (leaf != graph.end()) {
    graph.erase(leaf);
    leaf = std::find_if(graph.begin(), graph.end(), is_leaf);
  }
  if (graph.empty()) return {};
  // Each remaining folder includes another remaining folder. Therefore this path returns to a folder that it has
  // visited.
  std::vector<std::string> folders = {graph.begin()->first};
  std::vector<std::string> examples;
  while (true) {
    const auto& edges = graph.at(folders.back());
    const auto& [next, example] = *std::find_if(edges.begin(), edges.end(), remains);
    examples.push_back(example);
    const auto seen = std::find(folders.begin(), folders.end(), next);
    if (seen != folders.end()) return {examples.begin() + (seen - folders.begin()), examples.end()};
    folders.push_back(next);
  }
}

std::vector<FileInclude> IncludesOfTheProduct() {
  std::vector<FileInclude> includes;
  for (const char* room : {"include", "server", "client"}) {
    for (const std::string& path : SourceFiles(room, kCppEndings)) {
      for (const SourceLine& line : CodeLines(path)) {
        const std::string included = FileOf(IncludeIn(line.text));
        if (!included.empty()) includes.push_back({path, included});
      }
    }
  }
  return includes;
}

TEST(FoldersTest, TheProductHasNoIncludeCycle) {
  const FolderGraph graph = GraphOf(IncludesOfTheProduct());
  EXPECT_GT(graph.size(), 20u);
  EXPECT_GT(graph.at("client/cli/input").count("client/objects"), 0u);
  EXPECT_THAT(FindCycle(graph), IsEmpty());
}

TEST(FoldersTest, FindsACycleOfFoldersWithoutACycleOfFiles) {
  EXPECT_THAT(FindCycle(GraphOf({{"top/main.cc", "a/x.h"},
                                 {"a/x.h", "b/y.h"},
                                 {"b/z.cc", "b/c/z.h"},
                                 {"b/c/z.h", "a/w.h"},
                                 {"b/c/z.h", "base/text.h"}})),
              ElementsAre("a/x.h includes b/y.h", "b/z.cc includes b/c/z.h", "b/c/z.h includes a/w.h"));
}

TEST(FoldersTest, FindsACycleBetweenAFolderAndItsSubfolder) {
  EXPECT_THAT(FindCycle(GraphOf({{"a/x.cc", "a/b/y.h"}, {"a/b/y.cc", "a/w.h"}})),
              ElementsAre("a/x.cc includes a/b/y.h", "a/b/y.cc includes a/w.h"));
}

TEST(FoldersTest, TwoPathsToOneFolderAndIncludesWithinAFolderAreNotACycle) {
  EXPECT_THAT(FindCycle(GraphOf({{"top/x.cc", "a/x.h"},
                                 {"top/x.cc", "b/x.h"},
                                 {"a/x.h", "base/x.h"},
                                 {"b/x.h", "base/x.h"},
                                 {"base/x.h", "base/y.h"},
                                 {"base/y.cc", "base/x.h"}})),
              IsEmpty());
}

}  // namespace
}  // namespace cpsizer::lint
