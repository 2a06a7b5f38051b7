#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/history/series/history_name.h"
#include "client/history/series/name_order.h"

namespace cpsizer::history {
namespace {

TEST(NamesTest, NumbersNamesInTheOrderOfTheirFirstUse) {
  Names names;
  EXPECT_EQ(names.Number("b"), 0u);
  EXPECT_EQ(names.Number("a"), 1u);
  EXPECT_EQ(names.Number("b"), 0u);
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(names.Name(1), "a");
}

TEST(NamesTest, ReferencesStayValid) {
  Names names;
  const std::string& first = names.Name(names.Number("first"));
  for (int i = 0; i < 10'000; ++i) names.Number(absl::StrCat("name", i));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(names.Number("first"), 0u);
  EXPECT_EQ(names.Number("name9999"), 10'000u);
}

TEST(NamesTest, PodsAreBounded) {
  HistoryNames names;
  uint32_t cluster = 0;
  uint32_t pod = 0;
  ASSERT_TRUE(NumberCluster("a/x", names, cluster).ok());
  for (const char* const name : {"p", "q", "p"}) EXPECT_TRUE(NumberPod(cluster, name, names, pod, 2).ok());
  EXPECT_EQ(names.pods.Name(pod), "a/x/p");
  EXPECT_EQ(NumberPod(cluster, "r", names, pod, 2),
            absl::ResourceExhaustedError("the history has more than 2 pods; select fewer clusters or a shorter time"));
}

TEST(NameOrderTest, RanksNamesByTextAfterEachUpdate) {
  Names names;
  NameOrder order(names);
  for (const char* const name : {"d", "b"}) names.Number(name);
  order.Update();
  EXPECT_EQ(order.RankOf(0), 1u);
  EXPECT_EQ(order.RankOf(1), 0u);
  for (const char* const name : {"c", "a", "e"}) names.Number(name);
  order.Update();
  const uint32_t expected[] = {3, 1, 2, 0, 4};
  for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(order.RankOf(i), expected[i]) << names.Name(i);
}

}  // namespace
}  // namespace cpsizer::history
