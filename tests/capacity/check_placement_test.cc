// Tests that the check detects each violation of a placement.
#include "client/capacity/check_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/capacity/random_clusters.h"

namespace cpsizer::capacity {
namespace {

using ::testing::HasSubstr;

class CheckPlacementTest : public ::testing::Test {
 protected:
  CheckPlacementTest() {
    for (const char* zone : {"a", "b", "c", "c"}) {
      cluster_.nodes.push_back(MakeNode(std::string("node-") + zone, zone, 1'000, kGi));
    }
    control_plane_.components = {MakeSpread("etcd", 400, 100)};
    placed_ = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};
  }

  std::string Check() const { return CheckPlacement(cluster_, control_plane_, 1, placed_); }

  ManagementCluster cluster_;
  ControlPlane control_plane_;
  std::vector<PlacedPod> placed_;
};

TEST_F(CheckPlacementTest, AcceptsOnePodPerZone) {
  EXPECT_EQ(Check(), "");
}

TEST_F(CheckPlacementTest, DetectsAMissingPod) {
  placed_.pop_back();
  EXPECT_THAT(Check(), HasSubstr("2 pods, not 3"));
}

TEST_F(CheckPlacementTest, DetectsAnUnknownControlPlane) {
  placed_[0].copy = 1;
  EXPECT_THAT(Check(), HasSubstr("control plane 1 does not exist"));
}

TEST_F(CheckPlacementTest, DetectsTwoPodsInAZone) {
  placed_[0].node = 3;
  EXPECT_THAT(Check(), HasSubstr("two pods in zone c"));
}

TEST_F(CheckPlacementTest, DetectsTwoPodsOnAHost) {
  placed_[0].node = 1;
  EXPECT_THAT(Check(), HasSubstr("two pods on node node-b"));
}

TEST_F(CheckPlacementTest, DetectsATaint) {
  cluster_.nodes[2].taints = {{"dedicated", "", "NoSchedule"}};
  EXPECT_THAT(Check(), HasSubstr("node-c does not pass the filters"));
}

TEST_F(CheckPlacementTest, DetectsRequestsAboveAllocatable) {
  RunningPod running = {"other", {}, 1};
  running.pod.requests = PodResources(601, 0);
  cluster_.running = {running};
  EXPECT_THAT(Check(), HasSubstr("node-b: 1001 requested of 1000"));
}

}  // namespace
}  // namespace cpsizer::capacity
