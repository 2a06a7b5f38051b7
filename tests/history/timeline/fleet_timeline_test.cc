#include "client/history/timeline/fleet_timeline.h"

#include <gtest/gtest.h>

#include <vector>

#include "client/history/replay/outcome_kind.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

constexpr int64_t kMinute = 60'000;

// The number of a size is not its place in the order.
constexpr int kLargeSize = 0;
constexpr int kSmallSize = 1;

const std::vector<ReplaySize>& TwoSizes() {
  static const std::vector<ReplaySize> sizes = {{"large", 1, 0, absl::nullopt, absl::nullopt, absl::nullopt},
                                                {"small", 0, 0, absl::nullopt, absl::nullopt, absl::nullopt}};
  return sizes;
}

ClusterPeriod Period(int64_t begin, int64_t end, int size = kSmallSize, int64_t memory = 100) {
  return {begin, end, end, {memory * kMillisPerByte, kNanosPerUnit}, size, kRecommended, false, false};
}

TEST(FleetTimelineTest, KeepsTheLeastAndTheMostDemandOfASlot) {
  FleetTimeline timeline(TwoSizes(), /*with_demand=*/true);
  timeline.Begin(0, 0);
  timeline.Add(0, Period(0, kMinute / 2, kSmallSize, 100));
  timeline.Add(0, Period(kMinute / 2, 2 * kMinute, kSmallSize, 300));
  ASSERT_EQ(timeline.DemandOf(0).size(), 2u);
  EXPECT_EQ(timeline.DemandOf(0)[0].least_memory, 100);
  EXPECT_EQ(timeline.DemandOf(0)[0].most_memory, 300);
  EXPECT_EQ(timeline.DemandOf(0)[1].least_memory, 300);
  EXPECT_EQ(timeline.DemandOf(0)[1].most_cpu, 1);
}

TEST(FleetTimelineTest, KeepsSizesByTheirOrderAndCountsTransitions) {
  FleetTimeline timeline(TwoSizes(), /*with_demand=*/false);
  timeline.Begin(0, 0);
  timeline.Add(0, Period(0, kMinute / 4));
  timeline.AddTransition(0, kMinute / 4, kSmallSize, kLargeSize);
  timeline.Add(0, Period(kMinute / 4, kMinute / 2, kLargeSize));
  timeline.AddTransition(0, kMinute / 2, kLargeSize, kSmallSize);
  timeline.Add(0, Period(kMinute / 2, kMinute));
  const SizeSlot& slot = timeline.SizesOf(0)[0];
  EXPECT_EQ(slot.lowest, 0);
  EXPECT_EQ(slot.highest, 1);
  EXPECT_EQ(slot.last, 0);
  EXPECT_EQ(slot.increases, 1);
  EXPECT_EQ(slot.decreases, 1);
  EXPECT_TRUE(timeline.DemandOf(0).empty());
}

TEST(FleetTimelineTest, KeepsEachStateThatOccurred) {
  FleetTimeline timeline(TwoSizes(), false);
  timeline.Begin(0, 0);
  ClusterPeriod period = Period(0, 2 * kMinute);
  period.absent_from = kMinute;
  period.short_of_cpu = true;
  period.outcome = kBestEffort;
  timeline.Add(0, period);
  period = Period(2 * kMinute, 3 * kMinute, Decider::kNoSize);
  period.outcome = kFirstHold;
  timeline.Add(0, period);
  EXPECT_EQ(timeline.SizesOf(0)[0].states, SizeSlot::kShort | SizeSlot::kBestEffort);
  EXPECT_EQ(timeline.SizesOf(0)[1].states, SizeSlot::kAbsent);
  EXPECT_EQ(timeline.SizesOf(0)[1].last, SizeSlot::kNone);
  EXPECT_EQ(timeline.SizesOf(0)[2].states, SizeSlot::kWithoutRecommendation);
}

TEST(FleetTimelineTest, AddsUpTheTimeOfTheFleet) {
  FleetTimeline timeline(TwoSizes(), false);
  timeline.Begin(0, 0);
  timeline.Begin(1, kMinute / 2);
  timeline.Add(1, Period(kMinute / 2, 2 * kMinute, kLargeSize));
  ClusterPeriod period = Period(0, 2 * kMinute);
  period.absent_from = kMinute;
  timeline.Add(0, period);
  EXPECT_EQ(timeline.TimeAt(0, 0), kMinute);
  EXPECT_EQ(timeline.TimeAt(0, 1), kMinute / 2);
  EXPECT_EQ(timeline.TimeAt(1, 1), kMinute);
  EXPECT_EQ(timeline.TimeAt(1, timeline.absent()), kMinute);
  EXPECT_EQ(timeline.TimeAt(1, timeline.without_size()), 0);
  EXPECT_EQ(timeline.TimeAt(99, 0), 0);
}

// A cluster that changes its demand each minute for 90 days has as many slots as a short one, and no time is lost.
TEST(FleetTimelineTest, ALongHistoryHasABoundedNumberOfSlots) {
  constexpr int64_t kMinutes = 90 * 24 * 60;
  FleetTimeline timeline(TwoSizes(), true);
  timeline.Begin(0, 0);
  for (int64_t minute = 0; minute < kMinutes; ++minute) {
    const bool is_large = minute % 2 == 1;
    if (minute > 0) {
      timeline.AddTransition(0, minute * kMinute, is_large ? kSmallSize : kLargeSize,
                             is_large ? kLargeSize : kSmallSize);
    }
    timeline.Add(0, Period(minute * kMinute, (minute + 1) * kMinute, is_large ? kLargeSize : kSmallSize, 100 + minute));
  }
  const size_t slots = timeline.SizesOf(0).size();
  EXPECT_LE(slots, TimeGrid::kMaxSlots);
  EXPECT_GT(slots, TimeGrid::kMaxSlots / 2 - 2);
  EXPECT_EQ(timeline.DemandOf(0).size(), slots);
  int64_t small = 0;
  int64_t large = 0;
  for (size_t slot = 0; slot < slots; ++slot) {
    small += timeline.TimeAt(slot, 0);
    large += timeline.TimeAt(slot, 1);
  }
  EXPECT_EQ(small, kMinutes / 2 * kMinute);
  EXPECT_EQ(large, kMinutes / 2 * kMinute);
  EXPECT_EQ(timeline.SizesOf(0)[0].increases, 255);
  EXPECT_EQ(timeline.DemandOf(0)[0].least_memory, 100);
  EXPECT_EQ(timeline.DemandOf(0)[slots - 1].most_memory, 100 + kMinutes - 1);
}

TEST(FleetTimelineTest, RecordsAReplay) {
  ReplayRun sizes({Configuration()});
  FleetTimeline timeline(sizes.decider(0).sizes(), true);
  ReplayRun run({Configuration()}, {}, /*immediate=*/true, {&timeline});
  run.Play({{absl::Hours(0), 4}, {absl::Hours(1), 4, "a/late"}, {absl::Hours(10), 12}, {absl::Hours(20), 12}});
  int64_t total = 0;
  for (size_t slot = 0; slot < TimeGrid::kMaxSlots; ++slot) {
    for (size_t place = 0; place < timeline.places(); ++place) total += timeline.TimeAt(slot, place);
  }
  EXPECT_EQ(absl::Milliseconds(total), absl::Hours(20 + 19));
  EXPECT_EQ(absl::FromUnixMillis(timeline.grid().origin()), run.replay().begin());
  EXPECT_EQ(timeline.SizesOf(0)[timeline.grid().SlotOf(absl::ToUnixMillis(At(absl::Hours(10))))].increases, 1);
}

}  // namespace
}  // namespace cpsizer::history
