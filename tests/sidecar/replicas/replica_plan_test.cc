#include "client/sidecar/replicas/replica_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::sidecar {
namespace {

using ::testing::HasSubstr;

// Returns a request for a target with two replicas. The autoscaler has a maximum of 10 replicas and no minimum.
v1::RecommendReplicasRequest RequestOfTwoReplicas() {
  v1::RecommendReplicasRequest request;
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(10);
  request.mutable_scale()->mutable_spec()->set_replicas(2);
  return request;
}

v1::RecommendReplicasResponse RescaleTo(int32_t desired) {
  v1::RecommendReplicasResponse response;
  response.set_outcome(v1::REPLICAS_OUTCOME_RESCALE);
  response.set_current_replicas(2);
  response.set_desired_replicas(desired);
  return response;
}

TEST(ReplicaPlanTest, TheMinimumIsOneReplicaIfTheAutoscalerHasNone) {
  const ReplicaPlan plan = PlanReplicas(RequestOfTwoReplicas(), RescaleTo(1));
  EXPECT_EQ(plan.write, 1);
  EXPECT_EQ(plan.held.reason, "");
  const ReplicaPlan below = PlanReplicas(RequestOfTwoReplicas(), RescaleTo(0));
  EXPECT_FALSE(below.write.has_value());
  EXPECT_EQ(below.held.reason, "INVALID_RESPONSE");
  EXPECT_THAT(below.note, HasSubstr("0 replicas, outside the range of the autoscaler, 1 to 10"));
}

TEST(ReplicaPlanTest, WithoutAScaleOnlyAnUnreadableTargetIsAccepted) {
  v1::RecommendReplicasRequest request = RequestOfTwoReplicas();
  request.clear_scale();
  v1::RecommendReplicasResponse response;
  response.set_outcome(v1::REPLICAS_OUTCOME_KEEP);
  const ReplicaPlan kept = PlanReplicas(request, response);
  EXPECT_EQ(kept.held.reason, "INVALID_RESPONSE");
  EXPECT_THAT(kept.note, HasSubstr("an outcome that does not fit the scale"));
  response.set_outcome(v1::REPLICAS_OUTCOME_TARGET_UNREADABLE);
  response.set_error("no scale");
  const ReplicaPlan unreadable = PlanReplicas(request, response);
  EXPECT_EQ(unreadable.held.reason, "TARGET_UNREADABLE");
  EXPECT_EQ(unreadable.note, "no scale");
}

}  // namespace
}  // namespace cpsizer::sidecar
