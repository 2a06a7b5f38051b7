#include "client/history/transitions/rollout.h"

#include <gtest/gtest.h>

#include "absl/strings/str_format.h"

namespace cpsizer::history {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'772'366'400);

// Returns `count` clusters that want the size 1 and have the size 0.
std::vector<RolloutCluster> Clusters(int count) {
  std::vector<RolloutCluster> clusters;
  clusters.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) clusters.push_back({{absl::StrFormat("clusters/c%04d", i), 0}, 1});
  return clusters;
}

TransitionRules Rules() {
  TransitionRules rules;
  rules.criteria_from = {0, 11};
  return rules;
}

TEST(RolloutTest, TakesOneWindowForEachLimitAfterTheFirst) {
  const struct {
    int clusters;
    absl::Duration duration;
  } kCases[] = {{0, absl::ZeroDuration()}, {1, absl::ZeroDuration()},    {5, absl::ZeroDuration()},
                {6, absl::Minutes(10)},    {10, absl::Minutes(10)},      {11, absl::Minutes(20)},
                {42, absl::Minutes(80)},   {3'000, absl::Minutes(5'990)}};
  for (const auto& test : kCases) {
    const Rollout rollout = SimulateRollout(Rules(), Clusters(test.clusters), kStart);
    EXPECT_EQ(rollout.duration, test.duration) << test.clusters;
    EXPECT_EQ(rollout.moved, static_cast<size_t>(test.clusters));
    EXPECT_EQ(rollout.stuck, 0u);
  }
}

TEST(RolloutTest, DelayCountsFromTheTimeWhenTheLimitIsMet) {
  TransitionRules rules = Rules();
  rules.increase_delay = absl::Hours(1);
  EXPECT_EQ(SimulateRollout(rules, Clusters(42), kStart).duration, absl::Minutes(130));
}

TEST(RolloutTest, CountsClustersThatNeverMove) {
  TransitionRules rules = Rules();
  rules.limit = 0;
  std::vector<RolloutCluster> clusters = Clusters(4);
  clusters[1].cluster.scheduled = false;
  const Rollout limited = SimulateRollout(rules, clusters, kStart);
  EXPECT_EQ(limited.moved, 1u);
  EXPECT_EQ(limited.stuck, 3u);
  EXPECT_EQ(limited.duration, absl::ZeroDuration());
  clusters[0].cluster.paused_until = absl::InfiniteFuture();
  clusters[2].cluster.override_size = 0;
  const Rollout held = SimulateRollout(Rules(), clusters, kStart);
  EXPECT_EQ(held.moved, 2u);
  EXPECT_EQ(held.stuck, 2u);
}

TEST(RolloutTest, EarlierTransitionsTakePlaces) {
  std::vector<RolloutCluster> clusters = Clusters(6);
  for (RolloutCluster& cluster : clusters) cluster.cluster.last_transition = kStart - absl::Minutes(2);
  EXPECT_EQ(SimulateRollout(Rules(), clusters, kStart).duration, absl::Minutes(18));
}

}  // namespace
}  // namespace cpsizer::history
