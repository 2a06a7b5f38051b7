// Tests section 13.2 of docs/reference/horizontal-pod-autoscaler.md: a rescale that a caller observed is recorded in
// the same way as a rescale that the controller applies.
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddDownEvent;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::At;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::StepsOf;
using ::testing::ElementsAre;

void AddRescale(v1::RecommendReplicasRequest& request, int from, int to, double seconds) {
  v1::ReplicasRescale& rescale = *request.add_observed_rescales();
  rescale.set_from_replicas(from);
  rescale.set_to_replicas(to);
  rescale.set_time(At(seconds));
}

v1::RecommendReplicasRequest WithPeriods(v1::RecommendReplicasRequest request, int up_seconds, int down_seconds) {
  v1::HorizontalPodAutoscalerBehavior& behavior =
      *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
  for (auto [rules, seconds] :
       {std::pair(behavior.mutable_scale_up(), up_seconds), std::pair(behavior.mutable_scale_down(), down_seconds)}) {
    v1::HPAScalingPolicy& policy = *rules->add_policies();
    policy.set_type("Pods");
    policy.set_value(4);
    policy.set_period_seconds(seconds);
  }
  return request;
}

TEST(ObservedRescales, EnterTheListOfTheirDirection) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 5), 60, 60);
  AddRescale(request, 2, 6, -20);
  AddRescale(request, 6, 5, -10);
  AddRescale(request, 5, 5, -5);
  const v1::ReplicasHistory history = Decide(request).history();
  ASSERT_EQ(history.scale_up_events_size(), 1);
  EXPECT_EQ(history.scale_up_events(0).change(), 4);
  EXPECT_EQ(history.scale_up_events(0).time(), At(-20));
  ASSERT_EQ(history.scale_down_events_size(), 1);
  EXPECT_EQ(history.scale_down_events(0).change(), 1);
  EXPECT_EQ(history.scale_down_events(0).time(), At(-10));
}

TEST(ObservedRescales, AreNotRememberedWithoutBehavior) {
  v1::RecommendReplicasRequest request = Desiring(5, 5);
  AddRescale(request, 2, 5, -20);
  EXPECT_EQ(Decide(request).history().scale_up_events_size(), 0);
}

TEST(ObservedRescales, LimitTheDecisionThatFollows) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 20), 60, 60);
  EXPECT_THAT(StepsOf(Decide(request)), ElementsAre("RATE 20 9"));
  AddRescale(request, 2, 5, -20);
  EXPECT_THAT(StepsOf(Decide(request)), ElementsAre("RATE 20 6")) << "three of the four pods are taken";
}

// The events that are older than the periods of all policies of their direction are outdated. The new event replaces
// the last outdated event, and the other outdated events are marked.
TEST(ObservedRescales, ReplaceTheLastOutdatedEvent) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 5), 60, 600);
  AddUpEvent(request, 1, -200);
  AddUpEvent(request, 2, -100);
  AddUpEvent(request, 3, -70);
  AddRescale(request, 1, 5, -10);  // the third event is exactly 60 s older, so it is not outdated
  const v1::ReplicasHistory history = Decide(request).history();
  ASSERT_EQ(history.scale_up_events_size(), 3);
  EXPECT_TRUE(history.scale_up_events(0).outdated());
  EXPECT_EQ(history.scale_up_events(1).time(), At(-10));
  EXPECT_FALSE(history.scale_up_events(1).outdated());
  EXPECT_EQ(history.scale_up_events(2).time(), At(-70));
  EXPECT_FALSE(history.scale_up_events(2).outdated());
}

TEST(ObservedRescales, AreRecordedWhereNothingIsDecided) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 5), 60, 60);
  AddRescale(request, 2, 5, -20);
  request.set_scale_error("not found");
  EXPECT_EQ(Decide(request).history().scale_up_events_size(), 1);
  request.clear_history();
  EXPECT_FALSE(Decide(request).has_history()) << "the caller sends it again";
}

TEST(ObservedRescales, BeginAHistoryThatIsAbsent) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 5), 60, 60);
  request.clear_history();
  AddRescale(request, 2, 5, -20);
  const v1::ReplicasHistory history = Decide(request).history();
  EXPECT_EQ(history.scale_up_events_size(), 1);
  EXPECT_EQ(history.recommendations_size(), 2) << "the current number, and what is recommended";
}

// An observer of an autoscaler must have the same history as this autoscaler after each decision.
TEST(ObservedRescales, GiveAnObserverTheHistoryOfTheOneThatApplies) {
  const int desired_counts[] = {9, 9, 3, 3, 12, 12, 1, 1, 1, 7, 20, 2};
  v1::ReplicasHistory applied, observed;
  std::vector<v1::ReplicasRescale> seen;
  int current = 3, rescales = 0, second = 0;
  for (const int desired : desired_counts) {
    v1::RecommendReplicasRequest request = WithPeriods(Desiring(current, desired), 30, 90);
    request.mutable_horizontal_pod_autoscaler()
        ->mutable_spec()
        ->mutable_behavior()
        ->mutable_scale_down()
        ->set_stabilization_window_seconds(0);
    request.set_now(At(second += 20));
    v1::RecommendReplicasRequest watching = request;
    *request.mutable_history() = applied;
    *watching.mutable_history() = observed;
    watching.mutable_observed_rescales()->Add(seen.begin(), seen.end());
    watching.set_observe_only(true);
    v1::RecommendReplicasResponse answer = Decide(request);
    v1::RecommendReplicasResponse shown = Decide(watching);
    applied = answer.history();
    observed = shown.history();
    answer.clear_history();
    shown.clear_history();
    EXPECT_EQ(shown.SerializeAsString(), answer.SerializeAsString()) << "only the history differs";
    seen.clear();
    if (answer.outcome() != v1::REPLICAS_OUTCOME_RESCALE) continue;
    ++rescales;
    v1::ReplicasRescale& rescale = seen.emplace_back();
    rescale.set_from_replicas(current);
    rescale.set_to_replicas(answer.desired_replicas());
    rescale.set_time(request.now());
    current = answer.desired_replicas();
  }
  EXPECT_GT(rescales, 6);
  EXPECT_GT(applied.scale_up_events_size(), 0);
  EXPECT_GT(applied.scale_down_events_size(), 0);
}

TEST(ObserveOnly, DoesNotRecordTheRecommendedRescale) {
  v1::RecommendReplicasRequest request = WithPeriods(Desiring(5, 9), 60, 60);
  AddDownEvent(request, 1, -20);
  v1::RecommendReplicasResponse applied = Decide(request);
  ASSERT_EQ(applied.history().scale_up_events_size(), 1);
  request.set_observe_only(true);
  v1::RecommendReplicasResponse observed = Decide(request);
  EXPECT_EQ(observed.outcome(), v1::REPLICAS_OUTCOME_RESCALE);
  EXPECT_EQ(observed.history().scale_up_events_size(), 0);
  EXPECT_EQ(observed.history().scale_down_events_size(), 1);
  EXPECT_EQ(observed.history().recommendations_size(), applied.history().recommendations_size());
}

}  // namespace
}  // namespace cpsizer
