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

// Only the condition ScaledToZero permits a later scale-up from zero, except by the rule of v1.35.
TEST(ReplicaPlanTest, ZeroReplicasAreWrittenOnlyIfTheTargetCanComeBack) {
  v1::RecommendReplicasRequest request = RequestOfTwoReplicas();
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_min_replicas(0);
  request.mutable_options()->set_kubernetes_version("v1.36.3");
  v1::RecommendReplicasResponse response = RescaleTo(0);
  const ReplicaPlan held = PlanReplicas(request, response);
  EXPECT_FALSE(held.write.has_value());
  EXPECT_EQ(held.held.reason, "SCALE_TO_ZERO_OFF");
  EXPECT_THAT(held.note, HasSubstr("HPAScaleToZero is off in Kubernetes v1.36.3; set --feature-gates="));
  v1::Condition& condition = *response.mutable_status()->add_conditions();
  condition.set_type("ScaledToZero");
  condition.set_status("False");
  EXPECT_EQ(PlanReplicas(request, response).held.reason, "SCALE_TO_ZERO_OFF");
  condition.set_status("True");
  EXPECT_EQ(PlanReplicas(request, response).write, 0);
  response.clear_status();
  request.mutable_options()->set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
  EXPECT_EQ(PlanReplicas(request, response).write, 0);
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
