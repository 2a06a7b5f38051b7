#include "client/tree/documents/flat_document.h"

#include <string>
#include <vector>

#include "client/objects/problem_list.h"
#include "client/tree/documents/documents.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using tree::FlatDocument;
using tree::ReadFlatDocuments;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Calls `check` with the only document of `text`.
void Check(absl::string_view text, absl::FunctionRef<void(const FlatDocument::Value&)> check) {
  std::vector<FileProblem> problems;
  ProblemList list("file", problems);
  int documents = 0;
  ReadFlatDocuments(text, list, [&](const FlatDocument& document) {
    ++documents;
    check(document.root());
  });
  EXPECT_EQ(documents, 1);
  EXPECT_THAT(problems, IsEmpty());
}

constexpr absl::string_view kList = "kind: List\nitems:\n- a: {b: 1}\n  c: [x]\n- \"2\"\n- 3\nlast: yes\n";

TEST(FlatDocument, FindsKeysAfterNestedValues) {
  Check(kList, [](const FlatDocument::Value& root) {
    EXPECT_TRUE(root.is_map());
    EXPECT_EQ(Text(root.Find("items")->position()), "3:1");
    EXPECT_EQ(Text(root.Find("last")->position()), "7:7");
    EXPECT_FALSE(root.Find("b").has_value());
    EXPECT_FALSE(root.Find("items")->Find("a").has_value());
  });
}

TEST(FlatDocument, ReturnsTextsOnly) {
  Check(kList, [](const FlatDocument::Value& root) {
    EXPECT_EQ(root.TextAt("kind", "none"), "List");
    EXPECT_EQ(root.TextAt("last", "none"), "none");  // a boolean
    EXPECT_EQ(root.TextAt("items", "none"), "none");
    EXPECT_EQ(root.TextAt("name", "none"), "none");
  });
}

TEST(FlatDocument, VisitsItems) {
  Check(kList, [](const FlatDocument::Value& root) {
    std::vector<std::string> positions;
    root.Find("items")->ForEachItem(
        [&](const FlatDocument::Value& item) { positions.push_back(Text(item.position())); });
    EXPECT_THAT(positions, ElementsAre("3:3", "5:3", "6:3"));
  });
}

TEST(FlatDocument, LeavesKeysOutOfATree) {
  Check(kList, [](const FlatDocument::Value& root) {
    const Node tree = root.ToTree([](absl::string_view key) { return key == "items"; });
    ASSERT_EQ(tree.entries.size(), 1);
    EXPECT_EQ(tree.entries[0].key, "items");
    EXPECT_EQ(Text(tree.entries[0].position), "2:1");
    ASSERT_EQ(tree.entries[0].value.items.size(), 3);
    EXPECT_EQ(tree.entries[0].value.items[0].entries.size(), 2);
  });
}

TEST(FlatDocument, KeepsTextsOfAnySize) {
  FlatDocument document;
  std::vector<absl::string_view> kept;
  for (const size_t size : {0, 1, 1'000, 70'000, 200'000, 3}) kept.push_back(document.Keep(std::string(size, 'x')));
  for (const absl::string_view text : kept) EXPECT_EQ(text, std::string(text.size(), 'x'));
  EXPECT_EQ(kept[4].size(), 200'000);
}

}  // namespace
}  // namespace cpsizer::objects
