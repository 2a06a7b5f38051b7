#include "client/tree/documents/document_builder.h"

#include <string>
#include <vector>

#include "client/tree/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using tree::DocumentBuilder;
using tree::FlatDocument;
using tree::kMaxNodes;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DocumentBuilderTest : public ::testing::Test {
 protected:
  // Adds a document: a list of `items` numbers.
  void AddList(size_t items) {
    builder_.BeginDocument();
    builder_.BeginList({1, 1});
    for (size_t i = 0; i < items; ++i) builder_.Plain({2, 3}, "5");
    builder_.End();
    builder_.EndDocument();
  }

  std::vector<FileProblem> problems_;
  ProblemList list_{"file", problems_};
  int documents_ = 0;
  const std::function<void(const FlatDocument&)> count_ = [this](const FlatDocument&) { ++documents_; };
  DocumentBuilder builder_{list_, count_};
};

TEST_F(DocumentBuilderTest, AcceptsAMillionNodesInEachDocument) {
  AddList(kMaxNodes - 1);
  AddList(kMaxNodes - 1);
  EXPECT_EQ(documents_, 2);
  EXPECT_FALSE(builder_.stopped());
  EXPECT_THAT(problems_, IsEmpty());
}

TEST_F(DocumentBuilderTest, StopsAfterAMillionNodes) {
  builder_.BeginDocument();
  builder_.BeginList({1, 1});
  for (size_t i = 1; i < kMaxNodes; ++i) builder_.Plain({2, 3}, "x");
  EXPECT_FALSE(builder_.stopped());
  builder_.Plain({2, 3}, "x");
  EXPECT_TRUE(builder_.stopped());
  builder_.EndDocument();
  EXPECT_FALSE(builder_.stopped());
  EXPECT_EQ(documents_, 0);
  EXPECT_THAT(Sentences(problems_),
              ElementsAre("2:3: has more than 1000000 keys and values in one document; split it"));
}

TEST_F(DocumentBuilderTest, ReportsOneProblemOfADocumentAndContinues) {
  builder_.BeginDocument();
  builder_.Refuse({1, 1}, "first");
  builder_.Refuse({2, 1}, "second");
  builder_.EndDocument();
  AddList(1);
  EXPECT_EQ(documents_, 1);
  EXPECT_THAT(Sentences(problems_), ElementsAre("1:1: first"));
}

TEST_F(DocumentBuilderTest, ReportsNothingOfTheDocumentAfterStop) {
  builder_.BeginDocument();
  builder_.Stop({1, 1}, "first");
  builder_.Stop({2, 1}, "second");
  builder_.Refuse({3, 1}, "third");
  EXPECT_TRUE(builder_.stopped());
  builder_.EndDocument();
  AddList(1);
  EXPECT_EQ(documents_, 1);
  EXPECT_THAT(Sentences(problems_), ElementsAre("1:1: first"));
}

}  // namespace
}  // namespace cpsizer::objects
