#include "client/history/timeline/transition_list.h"

#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

TEST(TransitionListTest, KeepsTheFirstTransitionsAndCountsTheLaterOnes) {
  TransitionList list;
  for (size_t i = 0; i < TransitionList::kMostTransitions + 2; ++i) {
    list.AddTransition(/*cluster=*/7, static_cast<int64_t>(i), /*from=*/0, /*to=*/1);
  }
  ASSERT_EQ(list.entries().size(), TransitionList::kMostTransitions);
  EXPECT_EQ(list.left_out(), 2);
  EXPECT_EQ(list.entries().back().milliseconds, static_cast<int64_t>(TransitionList::kMostTransitions) - 1);
  EXPECT_EQ(list.entries().back().cluster, 7u);
  EXPECT_EQ(list.entries().back().from, 0);
  EXPECT_EQ(list.entries().back().to, 1);
}

}  // namespace
}  // namespace cpsizer::history
