// Tests the bounds of the number of control planes and the limits that they name.
#include "client/capacity/upper_bound.h"

#include <gtest/gtest.h>

#include "tests/capacity/random_clusters.h"

namespace cpsizer::capacity {
namespace {

UpperBound BoundOf(const ManagementCluster& cluster, const ControlPlane& control_plane) {
  return FindUpperBound(MakeProblem(cluster, control_plane));
}

TEST(UpperBoundTest, AResourceOfAZoneIsTheLimit) {
  ManagementCluster cluster;
  for (const char* zone : {"a", "b", "c"}) cluster.nodes.push_back(MakeNode(zone, zone, 64'000, 64 * kGi));
  cluster.nodes[1].allocatable[Resource::kMemory] = 32 * kGi;
  const UpperBound bound =
      BoundOf(cluster, {{MakeSpread("kube-apiserver", 500, 3 * kGi), MakeSpread("etcd", 300, kGi)}});
  EXPECT_EQ(bound.copies, 8);
  EXPECT_EQ(bound.kind, LimitKind::kResource);
  EXPECT_EQ(bound.resource, Resource::kMemory);
  EXPECT_EQ(bound.zone, 1);
}

TEST(UpperBoundTest, MemoryOfANodeWithoutCpuDoesNotCount) {
  ManagementCluster cluster;
  cluster.nodes = {MakeNode("a", "", 0, 64 * kGi), MakeNode("b", "", 1'000, 64 * kGi)};
  const UpperBound bound = BoundOf(cluster, {{MakeComponent("x", 100, 5 * kGi), MakeComponent("y", 100, 5 * kGi)}});
  EXPECT_EQ(bound.copies, 5);
}

TEST(UpperBoundTest, LargePodsAreLimitedByTheNumberPerNode) {
  ManagementCluster cluster;
  for (const char* name : {"a", "b", "c", "d"}) cluster.nodes.push_back(MakeNode(name, "", 8'000, 10 * kGi));
  // A node has room for one of the large pods, so 4 nodes hold 2 control planes, although 20 GiB would remain.
  const UpperBound bound = BoundOf(cluster, {{MakeComponent("x", 100, 6 * kGi), MakeComponent("y", 100, 7 * kGi)}});
  EXPECT_EQ(bound.copies, 2);
}

TEST(UpperBoundTest, AComponentThatMayRunOnFewNodesIsTheLimit) {
  ManagementCluster cluster;
  for (const char* name : {"a", "b", "c", "d"}) cluster.nodes.push_back(MakeNode(name, "", 8'000, 10 * kGi));
  cluster.nodes[0].labels = {{"disk", "fast"}};
  cluster.rules.push_back({{{"disk", LabelOperator::kIn, {"fast"}}}, {}, {}});
  ControlPlane control_plane = {{MakeComponent("small", 100, kGi), MakeComponent("etcd", 100, 3 * kGi)}};
  control_plane.components[1].pod.rules = 1;
  const UpperBound bound = BoundOf(cluster, control_plane);
  EXPECT_EQ(bound.copies, 3);
  EXPECT_EQ(bound.kind, LimitKind::kComponent);
  EXPECT_EQ(bound.demand, 1u);
}

}  // namespace
}  // namespace cpsizer::capacity
