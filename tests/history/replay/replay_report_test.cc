#include "client/history/replay/replay_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// Two days: a/flaps changes its size each 6 hours, a/short needs more than the largest size for a day, a/calm is small,
// and a/held falls to the minimum of the recommender.
std::vector<Point> TwoDays() {
  const auto at = [](int hours, absl::string_view cluster, double gi, double cpu = 1) {
    return Point{absl::Hours(hours), gi, absl::StrCat("a/", cluster), cpu};
  };
  return {at(0, "calm", 4),   at(0, "flaps", 4),          at(0, "held", 12),       at(0, "short", 20),
          at(6, "flaps", 12), at(12, "flaps", 4),         at(18, "calm", 4),       at(18, "flaps", 12),
          at(24, "flaps", 4), at(24, "held", kMinimumGi), at(24, "short", 40, 20), at(40, "calm", 4),
          at(48, "flaps", 4)};
}

v1::BatchRecommendSizeRequest WithPlaceholders() {
  v1::BatchRecommendSizeRequest configuration = Configuration();
  configuration.mutable_cluster_sizing_configuration()
      ->mutable_spec()
      ->mutable_sizes(2)
      ->mutable_management()
      ->set_placeholders(3);
  // The order in the configuration is not the order of sizes.
  configuration.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes()->SwapElements(0, 2);
  return configuration;
}

TEST(ReplayReportTest, FiguresOfAFleet) {
  ReplayRun run({WithPlaceholders()});
  run.Play(TwoDays());
  const FleetFigures figures =
      FiguresOf(run.replay(), *run.replay().fleets().front(), {{"small", 0.5}, {"medium", 1}, {"large", 2}});
  ASSERT_EQ(figures.sizes.size(), 3u);
  EXPECT_EQ(figures.sizes[0].name, "small");
  // 48 hours of a/calm, and 6 + 6 + 24 of a/flaps.
  EXPECT_EQ(figures.sizes[0].cluster_time, absl::Hours(84));
  EXPECT_DOUBLE_EQ(figures.sizes[0].node_hours, 168);
  // 12 hours of a/flaps and 48 of a/held.
  EXPECT_DOUBLE_EQ(figures.sizes[1].node_hours, 120);
  // 48 hours of a/short and of three placeholders.
  EXPECT_EQ(figures.sizes[2].cluster_time, absl::Hours(48));
  EXPECT_DOUBLE_EQ(figures.sizes[2].node_hours, 2 * 48 + 2 * 3 * 48);
  EXPECT_DOUBLE_EQ(*figures.sizes[2].cost, 768);
  EXPECT_DOUBLE_EQ(figures.node_hours, 672);
  EXPECT_DOUBLE_EQ(*figures.cost, 84 + 120 + 768);
  EXPECT_EQ(figures.transitions, 4);
  EXPECT_EQ(figures.increases, 2);
  EXPECT_DOUBLE_EQ(figures.transitions_per_day, 2);
  EXPECT_EQ(figures.busiest_day, absl::ToInt64Hours(At(absl::ZeroDuration()) - absl::UnixEpoch()) / 24);
  EXPECT_EQ(figures.transitions_of_busiest_day, 3);
  EXPECT_EQ(figures.reversals, 3);
  EXPECT_EQ(figures.flapping, 1);
  EXPECT_EQ(figures.short_of_memory.clusters, 1);
  EXPECT_EQ(figures.short_of_memory.time, absl::Hours(24));
  EXPECT_EQ(figures.short_of_cpu.time, absl::Hours(24));
  EXPECT_EQ(figures.short_of_any.time, absl::Hours(24));
  EXPECT_EQ(figures.best_effort.time, absl::Hours(24));
  ASSERT_THAT(figures.without_recommendation,
              ElementsAre(Pair(kFirstHold + v1::SIZE_HOLD_RULE_VPA_AT_FLOOR, ::testing::_)));
  EXPECT_EQ(figures.without_recommendation.begin()->second.clusters, 1);
  EXPECT_EQ(figures.without_recommendation.begin()->second.time, absl::Hours(24));
  EXPECT_EQ(figures.absent.clusters, 0);
  EXPECT_EQ(figures.without_size.clusters, 0);
}

TEST(ReplayReportTest, WithoutPricesThereIsNoCost) {
  ReplayRun run({Configuration()});
  run.Play(TwoDays());
  const FleetFigures figures = FiguresOf(run.replay(), *run.replay().fleets().front(), {});
  EXPECT_FALSE(figures.cost.has_value());
  EXPECT_FALSE(figures.sizes[0].cost.has_value());
}

std::vector<std::string> NamesOf(const Replay& replay) {
  std::vector<std::string> names;
  for (const uint32_t cluster : WorstFirst(replay)) names.push_back(replay.names().clusters.Name(cluster));
  return names;
}

TEST(ReplayReportTest, TheWorstClusterIsFirst) {
  ReplayRun run({Configuration()});
  run.Play(TwoDays());
  EXPECT_THAT(NamesOf(run.replay()), ElementsAre("a/short", "a/flaps", "a/held", "a/calm"));
}

TEST(ReplayReportTest, TheWorseConfigurationOrdersTheClusters) {
  // With the second configuration, a/held needs more than the largest size.
  v1::BatchRecommendSizeRequest smaller = Configuration("0.1");
  ReplayRun run({Configuration(), smaller});
  run.Play(TwoDays());
  EXPECT_THAT(NamesOf(run.replay()), ElementsAre("a/short", "a/held", "a/flaps", "a/calm"));
}

TEST(ReplayReportTest, AnInstantHasNoRate) {
  ReplayRun run({Configuration()});
  run.Play({{absl::ZeroDuration(), 4}});
  const FleetFigures figures = FiguresOf(run.replay(), *run.replay().fleets().front(), {});
  EXPECT_EQ(figures.transitions_per_day, 0);
  EXPECT_EQ(figures.node_hours, 0);
}

}  // namespace
}  // namespace cpsizer::history
