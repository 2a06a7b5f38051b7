// Tests HowManyFit() on random clusters: small ones equal an oracle that tries all placements, large ones are near
// their bound, and an independent function checks each placement.
#include "tests/capacity/random_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "client/capacity/check_placement.h"
#include "client/capacity/how_many.h"
#include "tests/capacity/every_placement.h"

namespace cpsizer::capacity {
namespace {

TEST(RandomClustersTest, SmallClustersEqualAllPlacements) {
  int several = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const auto [cluster, control_plane] = SmallCluster(seed);
    const Fit fit = HowManyFit(cluster, control_plane);
    EXPECT_EQ(fit.copies, CountByEveryPlacement(cluster, control_plane));
    EXPECT_EQ(fit.bound.copies, fit.copies);
    EXPECT_EQ(CheckPlacement(cluster, control_plane, fit.copies, fit.placed), "");
    several += fit.copies > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 50);
}

TEST(RandomClustersTest, LargeClustersAreNearTheirBound) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const auto [cluster, control_plane] = LargeCluster(seed, 200);
    const Fit fit = HowManyFit(cluster, control_plane);
    EXPECT_GT(fit.copies, 100);
    EXPECT_LE(fit.copies, fit.bound.copies);
    EXPECT_GE(static_cast<double>(fit.copies), 0.97 * static_cast<double>(fit.bound.copies));
    EXPECT_EQ(CheckPlacement(cluster, control_plane, fit.copies, fit.placed), "");
  }
}

TEST(RandomClustersTest, AFleetOfThreeThousandIsNearItsBound) {
  auto [cluster, control_plane] = LargeCluster(3, 500);
  cluster.running.clear();
  for (Node& node : cluster.nodes) {
    for (int64_t& amount : node.allocatable.amounts) amount *= 2;
  }
  const Fit fit = HowManyFit(cluster, control_plane);
  EXPECT_GT(fit.copies, 3'000);
  EXPECT_GE(static_cast<double>(fit.copies), 0.97 * static_cast<double>(fit.bound.copies));
  EXPECT_EQ(CheckPlacement(cluster, control_plane, fit.copies, fit.placed), "");
}

TEST(RandomClustersTest, TheSameClusterGivesTheSamePlacement) {
  const auto [cluster, control_plane] = LargeCluster(1, 30);
  const Fit first = HowManyFit(cluster, control_plane);
  const Fit second = HowManyFit(cluster, control_plane);
  EXPECT_EQ(first.copies, second.copies);
  EXPECT_TRUE(std::equal(first.placed.begin(), first.placed.end(), second.placed.begin(), second.placed.end(),
                         [](const PlacedPod& a, const PlacedPod& b) {
                           return a.copy == b.copy && a.component == b.component && a.node == b.node;
                         }));
}

}  // namespace
}  // namespace cpsizer::capacity
