#include "client/history/replay/cluster_track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;

constexpr Nanos kNanos = kNanosPerUnit;
constexpr Nanos kMilli = kNanosPerUnit / kMillisPerByte;
constexpr int64_t kDay = 86'400'000;

// Memory 100 and 200, 4 and 8 cores.
const std::vector<ReplaySize>& Sizes() {
  static const std::vector<ReplaySize> sizes = {{"large", 1, 0, 200 * kMilli, 8 * kNanos, absl::nullopt},
                                                {"small", 0, 0, 100 * kMilli, 4 * kNanos, absl::nullopt}};
  return sizes;
}
constexpr int kLargeOfTwo = 0;
constexpr int kSmallOfTwo = 1;

ClusterTrack Track(const Demand& demand, int size = kSmallOfTwo, int outcome = kRecommended) {
  ClusterTrack track;
  track.Begin(Sizes(), 0);
  track.SetDemand(Sizes(), demand, outcome);
  if (size != Decider::kNoSize) track.SetFirstSize(Sizes(), size);
  return track;
}

TEST(ClusterTrackTest, AddsTimeToTheSizeAndTheOutcome) {
  ClusterTrack track = Track({50, kNanosPerUnit});
  track.AdvanceTo(1000, 1000);
  track.AddTransition(Sizes(), kLargeOfTwo, kDay);
  track.SetDemand(Sizes(), {50, kNanosPerUnit}, kBestEffort);
  track.AdvanceTo(4000, 1000);
  EXPECT_THAT(track.totals().at_size, ElementsAre(3000, 1000, 0));
  EXPECT_EQ(track.totals().with_outcome[kRecommended], 1000);
  EXPECT_EQ(track.totals().with_outcome[kBestEffort], 3000);
  EXPECT_EQ(track.totals().first_size, kSmallOfTwo);
  EXPECT_EQ(track.size(), kLargeOfTwo);
}

TEST(ClusterTrackTest, AClusterWithoutASizeIsNotShort) {
  ClusterTrack track = Track({1000, kNanosPerUnit}, Decider::kNoSize, kFirstNoRecommendation);
  track.AdvanceTo(1000, 0);
  EXPECT_THAT(track.totals().at_size, ElementsAre(0, 0, 1000));
  EXPECT_EQ(track.totals().short_of_any, 0);
  EXPECT_EQ(track.totals().first_size, Decider::kNoSize);
}

TEST(ClusterTrackTest, IsShortWhileTheDemandIsAboveTheEffectiveCapacity) {
  const struct {
    const char* name;
    Demand demand;
    int64_t memory, cpu, any;
    double headroom;
  } kCases[] = {
      {"equality fits", {100, 4 * kNanosPerUnit}, 0, 0, 0, 0},
      {"memory", {101, kNanosPerUnit}, 10, 0, 10, -1.0 / 101},
      {"cpu by a nano-core", {50, 4 * kNanosPerUnit + 1}, 0, 10, 10, -1.0 / (4 * kNanosPerUnit + 1)},
      {"both count once", {200, 8 * kNanosPerUnit}, 10, 10, 10, -0.5},
      {"no cpu", {80, Demand::kAbsent}, 0, 0, 0, 0.25},
      {"zero has no ratio", {0, 2 * kNanosPerUnit}, 0, 0, 0, 1},
  };
  for (const auto& test : kCases) {
    ClusterTrack track = Track(test.demand);
    track.AdvanceTo(10, 0);
    EXPECT_EQ(track.totals().short_of_memory, test.memory) << test.name;
    EXPECT_EQ(track.totals().short_of_cpu, test.cpu) << test.name;
    EXPECT_EQ(track.totals().short_of_any, test.any) << test.name;
    EXPECT_DOUBLE_EQ(track.totals().least_headroom, test.headroom) << test.name;
  }
}

TEST(ClusterTrackTest, AResourceThatDoesNotTakePartIsNeverShort) {
  const std::vector<ReplaySize> sizes = {{"only", 0, 0, 100 * kMilli, absl::nullopt, absl::nullopt}};
  ClusterTrack track;
  track.Begin(sizes, 0);
  track.SetDemand(sizes, {50, 1000 * kNanosPerUnit}, kRecommended);
  track.SetFirstSize(sizes, 0);
  track.AdvanceTo(10, 0);
  EXPECT_EQ(track.totals().short_of_any, 0);
  EXPECT_DOUBLE_EQ(track.totals().least_headroom, 1);
}

TEST(ClusterTrackTest, AStateWithoutTimeDoesNotCount) {
  ClusterTrack track = Track({1000, kNanosPerUnit});
  track.AddTransition(Sizes(), kLargeOfTwo, kDay);
  track.SetDemand(Sizes(), {100, kNanosPerUnit}, kRecommended);
  track.AdvanceTo(10, 0);
  EXPECT_DOUBLE_EQ(track.totals().least_headroom, 1);
  EXPECT_EQ(track.totals().short_of_any, 0);
}

TEST(ClusterTrackTest, IsAbsentAfterTheLifetimeOfTheDemand) {
  ClusterTrack track = Track({1000, kNanosPerUnit});
  track.AdvanceTo(kDay + 500, 300);
  EXPECT_THAT(track.totals().at_size, ElementsAre(0, kDay + 300, 0));
  EXPECT_EQ(track.totals().short_of_memory, kDay + 300);
  EXPECT_EQ(track.totals().absent, 200);
  track.AdvanceTo(kDay + 600, 300);
  EXPECT_EQ(track.totals().absent, 300);
  track.AdvanceTo(kDay + 650, kDay + 600);
  EXPECT_THAT(track.totals().at_size, ElementsAre(0, kDay + 350, 0));
}

TEST(ClusterTrackTest, CountsTransitionsByDirectionAndReversals) {
  ClusterTrack track = Track({50, kNanosPerUnit});
  const auto move = [&track](int64_t at, int to) {
    track.AdvanceTo(at, at);
    track.AddTransition(Sizes(), to, 100);
  };
  move(10, kLargeOfTwo);  // the first size is not a transition, so that this is not a reversal
  EXPECT_EQ(track.totals().reversals, 0);
  move(110, kSmallOfTwo);  // exactly the window
  EXPECT_EQ(track.totals().reversals, 1);
  move(211, kLargeOfTwo);  // after the window
  EXPECT_EQ(track.totals().reversals, 1);
  EXPECT_EQ(track.totals().increases, 2);
  EXPECT_EQ(track.totals().decreases, 1);
  EXPECT_EQ(track.totals().transitions(), 3);
  EXPECT_EQ(track.last_transition(), 211);
}

}  // namespace
}  // namespace cpsizer::history
