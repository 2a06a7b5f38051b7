// Tests where pods go that are not scheduled, or whose nodes fail.
#include "client/capacity/rescheduling.h"

#include <gtest/gtest.h>

#include "client/capacity/how_many.h"
#include "tests/capacity/random_clusters.h"

namespace cpsizer::capacity {
namespace {

// Two nodes in each of the zones a and b, and one pod of `component` on each node of `nodes`.
class ReschedulingTest : public ::testing::Test {
 protected:
  ReschedulingTest() {
    for (const char* name : {"a1", "a2", "b1", "b2"}) {
      cluster_.nodes.push_back(MakeNode(name, std::string(1, name[0]), 1'000, kGi));
    }
  }

  RunningPod& Add(int node, int64_t cpu, int component = kNoComponent) {
    RunningPod pod = {"pod", {}, node, component};
    pod.pod.requests = PodResources(cpu, 0);
    pod.pod.one_per_zone = component != kNoComponent;
    cluster_.running.push_back(pod);
    return cluster_.running.back();
  }

  Moves Fail(const std::vector<bool>& is_failing) const { return Rescheduling(cluster_).OfFailingNodes(is_failing); }

  ManagementCluster cluster_;
};

TEST_F(ReschedulingTest, APodMovesToTheFullestNodeWithRoom) {
  Add(0, 300);
  Add(2, 500);
  Add(3, 800);
  const Moves moves = Fail({true, false, false, false});
  ASSERT_EQ(moves.moves.size(), 1u);
  EXPECT_EQ(moves.moves[0].pod, 0u);
  EXPECT_EQ(moves.moves[0].node, 2);
  EXPECT_EQ(moves.unplaced(), 0u);
}

TEST_F(ReschedulingTest, APodWithoutRoomStaysWithoutANode) {
  for (int node = 0; node < 4; ++node) Add(node, 600);
  const Moves moves = Fail({true, false, false, false});
  EXPECT_EQ(moves.without_room, 1u);
  EXPECT_EQ(moves.without_place, 0u);
  EXPECT_EQ(moves.moves[0].node, kNoNode);
}

TEST_F(ReschedulingTest, APodKeepsItsZoneIfTheOtherZoneHasItsComponent) {
  Add(0, 600, 1);
  Add(2, 600, 1);
  Moves moves = Fail({true, false, false, false});
  EXPECT_EQ(moves.moves[0].node, 1);
  moves = Fail(NodesOfZone(cluster_, "a"));
  EXPECT_EQ(moves.moves[0].node, kNoNode);
  EXPECT_EQ(moves.without_place, 1u);
  EXPECT_EQ(moves.without_room, 0u);
}

TEST_F(ReschedulingTest, ComponentsWithOnePodPerHostShareAZone) {
  for (const int node : {0, 2}) {
    RunningPod& pod = Add(node, 600, 1);
    pod.pod.one_per_zone = false;
    pod.pod.one_per_host = true;
  }
  EXPECT_EQ(Fail(NodesOfZone(cluster_, "a")).moves[0].node, 3);
}

TEST_F(ReschedulingTest, PodsThatAreBoundEndWithTheirNode) {
  Add(0, 100).is_bound = true;
  const Moves moves = Fail({true, false, false, false});
  EXPECT_EQ(moves.ended, 1u);
  EXPECT_TRUE(moves.moves.empty());
  const ManagementCluster after = WithMoves(cluster_, moves, {true, false, false, false});
  EXPECT_EQ(after.nodes.size(), 3u);
  EXPECT_TRUE(after.running.empty());
}

TEST_F(ReschedulingTest, TheLargestPodThatIsPendingIsPlacedFirst) {
  for (int node = 0; node < 3; ++node) Add(node, 900);
  Add(kNoNode, 300);
  Add(kNoNode, 800);
  const Moves moves = Rescheduling(cluster_).OfPendingPods();
  ASSERT_EQ(moves.moves.size(), 2u);
  EXPECT_EQ(moves.moves[0].pod, 4u);
  EXPECT_EQ(moves.moves[0].node, 3);
  EXPECT_EQ(moves.without_room, 1u);
  const ManagementCluster after = WithMoves(cluster_, moves, std::vector<bool>(4, false));
  EXPECT_EQ(after.running[4].node, 3);
  EXPECT_EQ(after.running[3].node, kNoNode);
}

TEST_F(ReschedulingTest, TaintsKeepMovedPodsAway) {
  Add(0, 100);
  for (size_t node : {1u, 2u}) cluster_.nodes[node].taints = {{"dedicated", "", "NoSchedule"}};
  EXPECT_EQ(Fail({true, false, false, false}).moves[0].node, 3);
}

TEST_F(ReschedulingTest, FewerControlPlanesFitAfterTheLossOfANode) {
  Add(0, 1'000);
  const ControlPlane control_plane = {{MakeComponent("etcd", 500, 0)}};
  EXPECT_EQ(HowManyFit(cluster_, control_plane).copies, 6);
  const std::vector<bool> is_failing = {true, false, false, false};
  EXPECT_EQ(HowManyFit(WithMoves(cluster_, Fail(is_failing), is_failing), control_plane).copies, 4);
}

}  // namespace
}  // namespace cpsizer::capacity
