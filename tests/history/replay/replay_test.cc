#include "client/history/replay/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kMinute = 60'000;
constexpr int64_t kHour = 60 * kMinute;
constexpr int kSmall = 0;
constexpr int kMedium = 1;
constexpr int kLarge = 2;

TEST(ReplayTest, ConstantDemandHasNoTransition) {
  ReplayRun run({Configuration()});
  std::vector<Point> points;
  for (int i = 0; i <= 1000; ++i) points.push_back({absl::Minutes(5 * i), 12});
  run.Play(points);
  const ClusterTotals& totals = run.TotalsOf("a/b");
  EXPECT_EQ(totals.first_size, kMedium);
  EXPECT_EQ(totals.transitions(), 0);
  EXPECT_THAT(totals.at_size, ElementsAre(0, 5000 * kMinute, 0, 0));
  EXPECT_NEAR(totals.least_headroom, 4.0 / 12, 1e-12);
  // One decision without a current size, and one with it.
  EXPECT_EQ(run.decider(0).requested(), 2);
  EXPECT_EQ(run.replay().used_samples(), 1001);
  EXPECT_EQ(run.replay().begin(), At(absl::ZeroDuration()));
  EXPECT_EQ(run.replay().end(), At(absl::Minutes(5000)));
}

// The operator waits only if the last transition is shorter ago than the delay; the delay then begins when the size is
// first wanted.
// The CPU capacity of one size is missing, so no recommendation may make the cluster smaller.
TEST(ReplayTest, AClusterBeginsAtItsSizeBeforeIfItsFirstRecommendationIsHeld) {
  v1::BatchRecommendSizeRequest incomplete = Configuration();
  auto& sizes = *incomplete.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes();
  sizes.Mutable(0)->mutable_capacity()->clear_cpu();
  const std::vector<Point> points = {{absl::ZeroDuration(), 4, "a/b", 10}, {absl::Hours(1), 4, "a/b", 10}};
  ReplayRun unknown({incomplete});
  unknown.Play(points);
  EXPECT_EQ(unknown.TotalsOf("a/b").first_size, kSmall);
  for (const auto& [before, first] : {std::make_pair("large", kLarge), std::make_pair("other", Decider::kNoSize)}) {
    ReplayRun run({incomplete}, {}, /*immediate=*/false, {}, {{"a/b", before}});
    run.Play(points);
    EXPECT_EQ(run.TotalsOf("a/b").first_size, first) << before;
    EXPECT_EQ(run.TotalsOf("a/b").without_recommendation(), kHour) << before;
  }
  ReplayRun complete({Configuration()}, {}, /*immediate=*/false, {}, {{"a/b", "small"}});
  complete.Play(points);
  EXPECT_EQ(complete.TotalsOf("a/b").first_size, kLarge) << "the recommended size, which is not held";
}

TEST(ReplayTest, SizesFollowTheDemandWithTheDelaysOfTheOperator) {
  ReplayRun run({Configuration()});
  run.Play({{absl::ZeroDuration(), 4},
            {absl::Hours(1), 12},      // medium at once
            {absl::Hours(2), 4},       // small at once
            {absl::Minutes(125), 12},  // medium at once
            {absl::Minutes(128), 4},   // small at 138
            {absl::Minutes(240), 4}});
  const ClusterTotals& totals = run.TotalsOf("a/b");
  EXPECT_EQ(totals.first_size, kSmall);
  EXPECT_THAT(totals.at_size, ElementsAre((60 + 5 + 102) * kMinute, (60 + 13) * kMinute, 0, 0));
  EXPECT_EQ(totals.increases, 2);
  EXPECT_EQ(totals.decreases, 2);
  EXPECT_EQ(totals.reversals, 3);
  EXPECT_EQ(totals.short_of_any, 0);
  EXPECT_EQ(run.replay().fleets().front()->transitions_by_day().begin()->second, 4);
}

TEST(ReplayTest, AClusterIsShortWhileItWaits) {
  const std::vector<Point> points = {{absl::ZeroDuration(), 4},
                                     {absl::Hours(1), 12},
                                     {absl::Hours(1) + absl::Seconds(10), 20},  // large after 30s
                                     {absl::Hours(2), 20}};
  ReplayRun run({Configuration()});
  run.Play(points);
  EXPECT_EQ(run.TotalsOf("a/b").short_of_memory, 30'000);
  EXPECT_NEAR(run.TotalsOf("a/b").least_headroom, -0.2, 1e-12);
  ReplayRun immediate({Configuration()}, {}, /*immediate=*/true);
  immediate.Play(points);
  EXPECT_EQ(immediate.TotalsOf("a/b").short_of_memory, 0);
  EXPECT_EQ(immediate.TotalsOf("a/b").transitions(), 2);
}

TEST(ReplayTest, TheLimitCountsTheWholeFleet) {
  ReplayRun run({Configuration()});
  for (const absl::Duration at : {absl::ZeroDuration(), absl::Hours(1), absl::Hours(2)}) {
    for (int i = 6; i >= 0; --i) {
      ASSERT_TRUE(run.Add({at, at == absl::ZeroDuration() ? 4.0 : 12.0, absl::StrCat("a/", i)}).ok());
    }
  }
  ASSERT_TRUE(run.replay().Finish().ok());
  // In the order of names, the last two clusters wait for the window.
  EXPECT_EQ(run.TotalsOf("a/4").short_of_memory, 0);
  EXPECT_EQ(run.TotalsOf("a/5").short_of_memory, 10 * kMinute);
  EXPECT_EQ(run.TotalsOf("a/6").short_of_memory, 10 * kMinute);
}

TEST(ReplayTest, AStepIgnoresDemandsBetweenTwoSteps) {
  const std::vector<Point> points = {{absl::ZeroDuration(), 4},
                                     {absl::Minutes(5), 30},
                                     {absl::Minutes(15), 4},
                                     {absl::Minutes(20), 12},
                                     {absl::Minutes(25), 12}};
  ReplayOptions options;
  options.step = absl::Minutes(15);
  ReplayRun run({Configuration()}, options);
  run.Play(points);
  EXPECT_EQ(run.replay().end(), At(absl::Minutes(30)));
  EXPECT_EQ(run.TotalsOf("a/b").transitions(), 1);
  EXPECT_THAT(run.TotalsOf("a/b").at_size, ElementsAre(30 * kMinute, 0, 0, 0));
  ReplayRun each({Configuration()});
  each.Play(points);
  EXPECT_EQ(each.TotalsOf("a/b").transitions(), 3);
}

TEST(ReplayTest, FromAndToBoundTheReplay) {
  ReplayOptions options;
  options.from = At(absl::Hours(1));
  options.to = At(absl::Hours(3));
  ReplayRun run({Configuration()}, options);
  run.Play({{absl::ZeroDuration(), 30},
            {absl::Minutes(30), 4},  // the demand at `from`
            {absl::Hours(2), 12},
            {absl::Hours(4), 30}});
  EXPECT_EQ(run.replay().begin(), At(absl::Hours(1)));
  EXPECT_EQ(run.replay().end(), At(absl::Hours(3)));
  EXPECT_THAT(run.TotalsOf("a/b").at_size, ElementsAre(kHour, kHour, 0, 0));
  EXPECT_EQ(run.replay().ignored_samples(), 1);
}

TEST(ReplayTest, EndsAtTheLastSampleIfToIsLater) {
  ReplayOptions options;
  options.to = At(absl::Hours(300));
  ReplayRun run({Configuration()}, options);
  run.Play({{absl::ZeroDuration(), 4}, {absl::Hours(2), 4}});
  EXPECT_EQ(run.replay().end(), At(absl::Hours(2)));
}

TEST(ReplayTest, AStepAfterToDoesNotHappen) {
  ReplayOptions options;
  options.to = At(absl::Minutes(20));
  options.step = absl::Minutes(15);
  ReplayRun run({Configuration()}, options);
  run.Play({{absl::ZeroDuration(), 4}, {absl::Minutes(18), 12}});
  EXPECT_EQ(run.replay().end(), At(absl::Minutes(20)));
  EXPECT_THAT(run.TotalsOf("a/b").at_size, ElementsAre(20 * kMinute, 0, 0, 0));
}

TEST(ReplayTest, TheDemandStaysForADayInAGap) {
  ReplayRun run({Configuration()});
  for (int hour = 0; hour <= 100; ++hour) {
    ASSERT_TRUE(run.Add({absl::Hours(hour), 4, "a/present"}).ok());
    if (hour == 0 || hour == 72) {
      ASSERT_TRUE(run.Add({absl::Hours(hour), hour == 0 ? 20.0 : 4.0, "a/gap"}).ok());
    }
  }
  ASSERT_TRUE(run.replay().Finish().ok());
  EXPECT_EQ(run.TotalsOf("a/present").absent, 0);
  const ClusterTotals& totals = run.TotalsOf("a/gap");
  EXPECT_THAT(totals.at_size, ElementsAre(24 * kHour, 0, 24 * kHour, 0));
  EXPECT_EQ(totals.absent, 52 * kHour);
}

TEST(ReplayTest, AClusterWhoseLastSampleIsTooOldDoesNotBegin) {
  ReplayOptions options;
  options.from = At(absl::Hours(48));
  ReplayRun run({Configuration()}, options);
  run.Play(
      {{absl::ZeroDuration(), 4, "a/deleted"}, {absl::Hours(47), 4, "a/present"}, {absl::Hours(49), 4, "a/present"}});
  EXPECT_FALSE(run.replay().fleets().front()->tracks()[0].begun());
  EXPECT_TRUE(run.replay().fleets().front()->tracks()[1].begun());
}

TEST(ReplayTest, AHeldClusterKeepsItsSize) {
  ReplayRun run({Configuration()});
  run.Play({{absl::ZeroDuration(), 12}, {absl::Hours(1), kMinimumGi}, {absl::Hours(3), kMinimumGi}});
  const ClusterTotals& totals = run.TotalsOf("a/b");
  EXPECT_THAT(totals.at_size, ElementsAre(0, 3 * kHour, 0, 0));
  EXPECT_EQ(totals.with_outcome[kFirstHold + v1::SIZE_HOLD_RULE_VPA_AT_FLOOR], 2 * kHour);
}

TEST(ReplayTest, AClusterWithoutARecommendationHasNoSize) {
  ReplayRun run({Configuration()});
  run.Play({{absl::ZeroDuration(), 0, "a/b", 0}, {absl::Hours(1), 12}, {absl::Hours(2), 12}});
  EXPECT_THAT(run.TotalsOf("a/b").at_size, ElementsAre(0, kHour, 0, kHour));
  EXPECT_EQ(run.TotalsOf("a/b").transitions(), 0);
}

TEST(ReplayTest, UsageGoesThroughTheRecommender) {
  ReplayRun run({Configuration()});
  for (int hour = 0; hour < 72; ++hour) {
    ASSERT_TRUE(run.AddUsage({absl::Hours(hour), 10}, "pod-1").ok());
    ASSERT_TRUE(run.AddUsage({absl::Hours(hour), 1}, "pod-2").ok());
  }
  ASSERT_TRUE(run.replay().Finish().ok());
  EXPECT_GT(run.TotalsOf("a/b").at_size[kMedium], 60 * kHour);
}

TEST(ReplayTest, ErrorsNameTheClusterAndTheTime) {
  ReplayRun run({Configuration()});
  const absl::Status status = run.Add({absl::Hours(1), -1, "a/b"});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("a/b at 2026-02-01T01:00:00Z: memory -1"));
}

TEST(ReplayTest, AHistoryWithoutADemandIsAnError) {
  ReplayOptions options;
  options.to = At(absl::ZeroDuration());
  ReplayRun run({Configuration()}, options);
  ASSERT_TRUE(run.Add({absl::ZeroDuration(), NAN, "a/b", NAN}).ok());
  ASSERT_TRUE(run.Add({absl::Hours(1), 4, "a/b"}).ok());
  const absl::Status status = run.replay().Finish();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("0 samples were used and 2 were ignored"));
}

TEST(ReplayTest, TheRolloutIsFromTheFirstToTheSecondConfiguration) {
  ReplayRun run({Configuration("0.5"), Configuration("0.25")});
  for (int hour = 0; hour <= 30; hour += 15) {
    for (int i = 0; i < 7; ++i) ASSERT_TRUE(run.Add({absl::Hours(hour), 6, absl::StrCat("a/", i)}).ok());
    ASSERT_TRUE(run.Add({absl::Hours(hour), 3, "a/stays"}).ok());
    if (hour == 0) {
      ASSERT_TRUE(run.Add({absl::Hours(hour), 6, "a/deleted"}).ok());
    }
  }
  ASSERT_TRUE(run.replay().Finish().ok());
  EXPECT_EQ(run.TotalsOf("a/0", 0).first_size, kSmall);
  EXPECT_EQ(run.TotalsOf("a/0", 1).first_size, kMedium);
  ASSERT_TRUE(run.replay().rollout().has_value());
  // The cluster without samples for a day is left out.
  EXPECT_EQ(run.replay().rollout()->moved, 7u);
  EXPECT_EQ(run.replay().rollout()->duration, absl::Minutes(10));
}

TEST(ReplayTest, OneConfigurationHasNoRollout) {
  ReplayRun run({Configuration()});
  run.Play({{absl::ZeroDuration(), 4}});
  EXPECT_FALSE(run.replay().rollout().has_value());
}

}  // namespace
}  // namespace cpsizer::history
