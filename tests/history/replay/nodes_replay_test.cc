// Tests replays that size clusters by their number of nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "client/history/replay/outcome_kind.h"
#include "client/history/replay/replay.h"
#include "client/history/replay/replay_report.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kOneMinute = 60'000;
constexpr int64_t kOneHour = 60 * kOneMinute;
constexpr int kSmallSize = 0;
constexpr int kMediumSize = 1;
constexpr int kLargeSize = 2;

const ReplayOptions kNodesOnly = {.series = SeriesKind::kNodes};

// The sizes are for 0 to 10, 11 to 100, and 101 nodes and more, and have no capacities.
v1::BatchRecommendSizeRequest NodesConfiguration() {
  v1::BatchRecommendSizeRequest request = Configuration();
  v1::ClusterSizingConfigurationSpec& spec = *request.mutable_cluster_sizing_configuration()->mutable_spec();
  for (v1::SizeConfiguration& size : *spec.mutable_sizes()) size.clear_capacity();
  spec.clear_resource_based_autoscaling();
  return request;
}

v1::SizeConfiguration& SizeOf(v1::BatchRecommendSizeRequest& request, int size) {
  return *request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(size);
}

struct Count {
  absl::Duration at;
  double nodes;
};

const ClusterTotals& Play(ReplayRun& run, const std::vector<Count>& counts) {
  for (const Count& count : counts) EXPECT_TRUE(run.AddNodes(count.at, count.nodes).ok());
  const absl::Status status = run.replay().Finish();
  EXPECT_TRUE(status.ok()) << status;
  return run.TotalsOf("a/b");
}

ReplayRun RunOf(const v1::BatchRecommendSizeRequest& request,
                const absl::flat_hash_map<std::string, std::string>& sizes_before = {}) {
  return ReplayRun({request}, kNodesOnly, /*immediate=*/false, {}, sizes_before, {SizedBy::kNodes});
}

TEST(NodesReplayTest, SizesFollowTheNodesWithTheDelaysOfTheOperator) {
  ReplayRun run = RunOf(NodesConfiguration());
  const ClusterTotals& totals = Play(run, {{absl::ZeroDuration(), 10},
                                           {absl::Hours(1), 11},                          // medium at once
                                           {absl::Minutes(65), 10},                       // small at 75
                                           {absl::Minutes(75) + absl::Seconds(10), 101},  // large 30 s later
                                           {absl::Minutes(200), 101}});
  EXPECT_EQ(totals.first_size, kSmallSize);
  EXPECT_THAT(totals.at_size, ElementsAre(60 * kOneMinute + 40'000, 15 * kOneMinute, 124 * kOneMinute + 20'000, 0));
  EXPECT_EQ(totals.increases, 2);
  EXPECT_EQ(totals.decreases, 1);
  EXPECT_EQ(totals.short_of_nodes, 30'000) << "while it waits for the delay";
  EXPECT_EQ(totals.short_of_any, totals.short_of_nodes);
  EXPECT_EQ(totals.oversized, 10 * kOneMinute);
  EXPECT_EQ(totals.short_of_memory + totals.short_of_cpu, 0);
}

TEST(NodesReplayTest, ANumberWithoutASizeKeepsTheSizeAndStopsAPendingChange) {
  v1::BatchRecommendSizeRequest gap = NodesConfiguration();
  SizeOf(gap, kMediumSize).mutable_criteria()->set_from(21);
  ReplayRun run = RunOf(gap);
  const ClusterTotals& totals = Play(run, {{absl::ZeroDuration(), 50},
                                           {absl::Hours(1), 5},      // small at once
                                           {absl::Minutes(61), 50},  // medium at once
                                           {absl::Minutes(63), 5},   // small at 73
                                           {absl::Minutes(65), 15},  // no size: medium stays
                                           {absl::Minutes(90), 5},   // wanted since 63, so small at once
                                           {absl::Minutes(100), 5}});
  EXPECT_EQ(totals.first_size, kMediumSize);
  EXPECT_EQ(totals.transitions(), 3);
  EXPECT_THAT(totals.at_size, ElementsAre((1 + 10) * kOneMinute, (60 + 29) * kOneMinute, 0, 0));
  EXPECT_EQ(totals.with_outcome[kNoSizeForNodes], 25 * kOneMinute);
  EXPECT_EQ(totals.without_recommendation(), 25 * kOneMinute);
}

TEST(NodesReplayTest, AClusterWithoutASizeForItsFirstNodesBeginsAtItsSizeBefore) {
  v1::BatchRecommendSizeRequest gap = NodesConfiguration();
  SizeOf(gap, kMediumSize).mutable_criteria()->set_from(21);
  for (const auto& [before, first] : {std::make_pair("large", kLargeSize), std::make_pair("other", Decider::kNoSize)}) {
    ReplayRun run = RunOf(gap, {{"a/b", before}});
    EXPECT_EQ(Play(run, {{absl::ZeroDuration(), 15}, {absl::Hours(1), 15}}).first_size, first) << before;
  }
  ReplayRun run = RunOf(gap);
  const ClusterTotals& totals = Play(run, {{absl::ZeroDuration(), 15}, {absl::Hours(1), 30}, {absl::Hours(2), 30}});
  EXPECT_EQ(totals.first_size, kMediumSize);
  EXPECT_EQ(totals.transitions(), 0);
  EXPECT_THAT(totals.at_size, ElementsAre(0, kOneHour, 0, kOneHour));
}

TEST(NodesReplayTest, TheLastOfTwoSizesWinsAndTheOrderIsThatOfTheCriteria) {
  v1::BatchRecommendSizeRequest overlap = NodesConfiguration();
  SizeOf(overlap, kSmallSize).mutable_criteria()->set_to(50);
  ReplayRun run = RunOf(overlap);
  EXPECT_EQ(Play(run, {{absl::ZeroDuration(), 30}, {absl::Hours(1), 30}}).first_size, kMediumSize);

  v1::BatchRecommendSizeRequest reversed = NodesConfiguration();
  reversed.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes()->SwapElements(0, 2);
  ReplayRun other = RunOf(reversed);
  EXPECT_EQ(Play(other, {{absl::ZeroDuration(), 5}, {absl::Hours(1), 200}, {absl::Hours(2), 200}}).increases, 1);
  EXPECT_EQ(FiguresOf(other.replay(), *other.replay().fleets().front(), {}).sizes.front().name, "small");
}

TEST(NodesReplayTest, AClusterIsAbsentADayAfterItsLastNumber) {
  ReplayRun run = RunOf(NodesConfiguration());
  const ClusterTotals& totals = Play(run, {{absl::ZeroDuration(), 5}, {absl::Hours(30), 5}});
  EXPECT_EQ(totals.absent, 6 * kOneHour);
}

TEST(NodesReplayTest, MemoryAndCpuDoNotCount) {
  ReplayRun run = RunOf(NodesConfiguration());
  ASSERT_TRUE(run.Add({absl::ZeroDuration(), 40}).ok());
  Play(run, {{absl::ZeroDuration(), 5}, {absl::Hours(1), 5}});
  EXPECT_EQ(run.replay().ignored_samples(), 1);
  EXPECT_EQ(run.replay().used_samples(), 2);
}

TEST(NodesReplayTest, AHistoryOfNodesNeedsItsKind) {
  ReplayRun run({Configuration()});
  ASSERT_TRUE(run.AddNodes(absl::ZeroDuration(), 5).ok());
  EXPECT_THAT(std::string(run.replay().Finish().message()), HasSubstr("--series=nodes"));
}

TEST(NodesReplayTest, ComparesTheSizingsOfOneFleet) {
  ReplayOptions options;
  options.with_nodes = true;
  ReplayRun run({Configuration(), Configuration()}, options, /*immediate=*/false, {}, {},
                {SizedBy::kNodes, SizedBy::kResources});
  // 50 nodes are medium, and 4Gi are small; 5 nodes are small, and 12Gi are medium.
  for (const auto& [hours, nodes, gi] : {std::tuple(0, 50, 4), std::tuple(2, 5, 12), std::tuple(5, 5, 12)}) {
    ASSERT_TRUE(run.Add({absl::Hours(hours), static_cast<double>(gi)}).ok());
    ASSERT_TRUE(run.AddNodes(absl::Hours(hours), nodes).ok());
  }
  ASSERT_TRUE(run.replay().Finish().ok());
  const ClusterTotals& by_nodes = run.TotalsOf("a/b", 0);
  const ClusterTotals& by_resources = run.TotalsOf("a/b", 1);
  EXPECT_THAT(by_nodes.at_size, ElementsAre(3 * kOneHour, 2 * kOneHour, 0, 0));
  EXPECT_THAT(by_resources.at_size, ElementsAre(2 * kOneHour, 3 * kOneHour, 0, 0));
  EXPECT_EQ(by_nodes.oversized, 2 * kOneHour);
  EXPECT_EQ(by_nodes.short_of_any, 3 * kOneHour);
  EXPECT_EQ(by_nodes.short_of_nodes, 0) << "sizes are compared with resources";
  EXPECT_EQ(by_resources.oversized + by_resources.short_of_any, 0);
  ASSERT_TRUE(run.replay().rollout().has_value());
  EXPECT_EQ(run.replay().rollout()->moved, 1U);
}

TEST(NodesReplayTest, WithoutNodesThereIsNoDecisionByNodes) {
  ReplayOptions options;
  options.with_nodes = true;
  ReplayRun run({Configuration()}, options, /*immediate=*/false, {}, {}, {SizedBy::kNodes});
  ASSERT_TRUE(run.Add({absl::ZeroDuration(), 4}).ok());
  ASSERT_TRUE(run.Add({absl::Hours(1), 4}).ok());
  ASSERT_TRUE(run.replay().Finish().ok());
  EXPECT_EQ(run.TotalsOf("a/b").with_outcome[kNodesUnknown], kOneHour);
  EXPECT_EQ(ReasonOf(kNodesUnknown), "NODE_COUNT_MISSING");
}

}  // namespace
}  // namespace cpsizer::history
