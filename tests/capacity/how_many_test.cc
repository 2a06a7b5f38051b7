// Tests how many control planes fit into clusters whose answer is known.
#include "client/capacity/how_many.h"

#include <gtest/gtest.h>

#include "client/capacity/check_placement.h"
#include "tests/capacity/random_clusters.h"

namespace cpsizer::capacity {
namespace {

// Three equal nodes in three zones.
ManagementCluster ThreeZones() {
  ManagementCluster cluster;
  for (const char* zone : {"a", "b", "c"}) {
    cluster.nodes.push_back(MakeNode(std::string("node-") + zone, zone, 16'000, 64 * kGi));
  }
  return cluster;
}

int64_t Count(const ManagementCluster& cluster, const ControlPlane& control_plane) {
  const Fit fit = HowManyFit(cluster, control_plane);
  EXPECT_EQ(CheckPlacement(cluster, control_plane, fit.copies, fit.placed), "");
  EXPECT_EQ(fit.bound.copies, fit.copies);
  return fit.copies;
}

TEST(HowManyFitTest, MemoryOfAZoneLimitsControlPlanes) {
  const ControlPlane control_plane = {{MakeSpread("kube-apiserver", 500, 3 * kGi), MakeSpread("etcd", 300, kGi)}};
  EXPECT_EQ(Count(ThreeZones(), control_plane), 16);
}

TEST(HowManyFitTest, TheSmallestZoneLimitsControlPlanesThatNeedAllZones) {
  ManagementCluster cluster = ThreeZones();
  cluster.nodes[1].allocatable[Resource::kMemory] = 8 * kGi;
  const ControlPlane control_plane = {{MakeSpread("kube-apiserver", 500, 4 * kGi)}};
  const Fit fit = HowManyFit(cluster, control_plane);
  EXPECT_EQ(fit.copies, 2);
  EXPECT_EQ(fit.bound.copies, 2);
}

TEST(HowManyFitTest, TwoZonesHaveNoRoomForThreeReplicas) {
  ManagementCluster cluster = ThreeZones();
  cluster.nodes.pop_back();
  const ControlPlane control_plane = {{MakeSpread("kube-apiserver", 500, kGi)}};
  const Fit fit = HowManyFit(cluster, control_plane);
  EXPECT_EQ(fit.copies, 0);
  EXPECT_EQ(fit.bound.copies, 0);
  EXPECT_EQ(fit.bound.kind, LimitKind::kComponent);
}

TEST(HowManyFitTest, ASingleReplicaUsesEachZone) {
  const ControlPlane control_plane = {{MakeComponent("kube-apiserver", 500, 4 * kGi)}};
  EXPECT_EQ(Count(ThreeZones(), control_plane), 48);
}

TEST(HowManyFitTest, TheNumberOfPodsLimitsSmallPods) {
  ControlPlane control_plane;
  for (int i = 0; i < 10; ++i) control_plane.components.push_back(MakeSpread("component", 1, kMi));
  EXPECT_EQ(Count(ThreeZones(), control_plane), 11);
}

TEST(HowManyFitTest, APodThatNoNodeCanHoldGivesZero) {
  const ControlPlane control_plane = {{MakeComponent("small", 1, kMi), MakeComponent("large", 1, 65 * kGi)}};
  const Fit fit = HowManyFit(ThreeZones(), control_plane);
  EXPECT_EQ(fit.bound.copies, 0);
  EXPECT_EQ(fit.bound.demand, 1u);
}

TEST(HowManyFitTest, APodWithoutRequestsNeedsOnlyAPlace) {
  ManagementCluster cluster = ThreeZones();
  RunningPod full = {"full", {}, 0};
  full.pod.requests = {{17'000, 65 * kGi, 10}};
  cluster.running = {full};
  cluster.nodes.resize(1);
  EXPECT_EQ(Count(cluster, {{MakeComponent("without-requests", 0, 0)}}), 100);
  EXPECT_EQ(Count(cluster, {{MakeComponent("with-requests", 1, 0)}}), 0);
}

TEST(HowManyFitTest, ATaintKeepsPodsAway) {
  ManagementCluster cluster = ThreeZones();
  cluster.nodes[0].taints = {{"dedicated", "etcd", "NoSchedule"}};
  cluster.rules.push_back({{}, {}, {{"dedicated", "etcd", "NoSchedule", false}}});
  ControlPlane control_plane = {{MakeComponent("etcd", 500, 4 * kGi)}};
  EXPECT_EQ(Count(cluster, control_plane), 32);
  control_plane.components[0].pod.rules = 1;
  EXPECT_EQ(Count(cluster, control_plane), 48);
}

TEST(HowManyFitTest, NodesWithoutAZoneTakeOnePodEach) {
  ManagementCluster cluster = ThreeZones();
  for (Node& node : cluster.nodes) node.zone = "";
  EXPECT_EQ(Count(cluster, {{MakeSpread("kube-apiserver", 500, 4 * kGi)}}), 16);
}

TEST(HowManyFitTest, AComponentWithoutReplicasNeedsNothing) {
  ControlPlane control_plane = {{MakeComponent("paused", 500, 65 * kGi), MakeComponent("etcd", 500, 4 * kGi)}};
  control_plane.components[0].replicas = 0;
  EXPECT_EQ(Count(ThreeZones(), control_plane), 48);
}

}  // namespace
}  // namespace cpsizer::capacity
