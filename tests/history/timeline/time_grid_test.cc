#include "client/history/timeline/time_grid.h"

#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

constexpr int64_t kWidth = TimeGrid::kFirstWidth;
constexpr auto kSlots = static_cast<int64_t>(TimeGrid::kMaxSlots);

TEST(TimeGridTest, WidensOnlyWhenATimeIsAfterTheLastSlot) {
  TimeGrid grid(1000);
  EXPECT_EQ(grid.Widen(1000 + kSlots * kWidth - 1), 0);
  EXPECT_EQ(grid.Widen(1000 + kSlots * kWidth), 1);
  EXPECT_EQ(grid.width(), 2 * kWidth);
  EXPECT_EQ(grid.Widen(1000), 0);
}

TEST(TimeGridTest, WidensSeveralTimesAtOnce) {
  TimeGrid grid(0);
  EXPECT_EQ(grid.Widen(5 * kSlots * kWidth), 3);
  EXPECT_LT(grid.SlotOf(5 * kSlots * kWidth), TimeGrid::kMaxSlots);
}

TEST(TimeGridTest, ASlotContainsItsStartAndNotItsEnd) {
  const TimeGrid grid(500);
  EXPECT_EQ(grid.SlotOf(500), 0u);
  EXPECT_EQ(grid.SlotOf(grid.StartOf(3) - 1), 2u);
  EXPECT_EQ(grid.SlotOf(grid.StartOf(3)), 3u);
}

}  // namespace
}  // namespace cpsizer::history
