// Tests windows, limits and the history: sections 11 to 13 of docs/reference/horizontal-pod-autoscaler.md.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddDownEvent;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::At;
using ::cpsizer::testing::ConditionOf;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::StepsOf;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

struct Past {
  int replicas;    // the recommended number or the change
  double seconds;  // relative to now; negative: in the past
};

v1::HorizontalPodAutoscalerBehavior& Behavior(v1::RecommendReplicasRequest& request) {
  return *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
}

void AddPolicy(absl::string_view type, int value, int period, v1::HPAScalingRules& rules) {
  v1::HPAScalingPolicy& policy = *rules.add_policies();
  policy.set_type(std::string(type));
  policy.set_value(value);
  policy.set_period_seconds(period);
}

// Returns the number and the time of each recommendation in the history, such as "20 2026-01-02T12:00:00Z".
std::vector<std::string> Recommended(const v1::RecommendReplicasResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ReplicasRecommendation& entry : response.history().recommendations()) {
    texts.push_back(absl::StrCat(entry.replicas(), " ", entry.time()));
  }
  return texts;
}

struct LegacyCase {
  absl::string_view name;
  int current;
  int desired;
  int min;
  int max;
  std::vector<Past> recommendations;
  int replicas;
  absl::string_view able;
  absl::string_view limited;
  std::vector<std::string> steps;
};

constexpr absl::string_view kRescaled = "AbleToScale=True SucceededRescale";
constexpr absl::string_view kReadyConditions = "AbleToScale=True ReadyForNewScale";
constexpr absl::string_view kNormalizeWithin = "ScalingLimited=False DesiredWithinRange";

TEST(NormalizeLegacy, Section11) {
  const std::vector<LegacyCase> cases = {
      {"nothing to do", 5, 5, 1, 100, {}, 5, kReadyConditions, kNormalizeWithin, {}},
      {"up", 5, 9, 1, 100, {}, 9, kRescaled, kNormalizeWithin, {}},
      {"down", 5, 2, 1, 100, {}, 2, kRescaled, kNormalizeWithin, {}},
      {"at most twice", 5, 11, 1, 100, {}, 10, kRescaled, "ScalingLimited=True ScaleUpLimit", {"RATE 11 10"}},
      {"from 1 at most 4", 1, 9, 1, 100, {}, 4, kRescaled, "ScalingLimited=True ScaleUpLimit", {"RATE 9 4"}},
      {"from 3 at most 6, trap 13", 3, 9, 1, 100, {}, 6, kRescaled, "ScalingLimited=True ScaleUpLimit", {"RATE 9 6"}},
      {"exactly twice", 5, 10, 1, 100, {}, 10, kRescaled, kNormalizeWithin, {}},
      {"exactly the maximum", 5, 8, 1, 8, {}, 8, kRescaled, kNormalizeWithin, {}},
      {"exactly the minimum", 5, 3, 3, 100, {}, 3, kRescaled, kNormalizeWithin, {}},
      {"the maximum", 5, 11, 1, 8, {}, 8, kRescaled, "ScalingLimited=True TooManyReplicas", {"MAX_REPLICAS 11 8"}},
      {"the maximum where both are equal",
       4,
       11,
       1,
       8,
       {},
       8,
       kRescaled,
       "ScalingLimited=True TooManyReplicas",
       {"MAX_REPLICAS 11 8"}},
      {"the minimum", 5, 1, 3, 100, {}, 3, kRescaled, "ScalingLimited=True TooFewReplicas", {"MIN_REPLICAS 1 3"}},
      {"trap 18: limited while nothing changes",
       3,
       1,
       3,
       100,
       {},
       3,
       kReadyConditions,
       "ScalingLimited=True TooFewReplicas",
       {"MIN_REPLICAS 1 3"}},
      {"the highest of the window",
       9,
       2,
       1,
       100,
       {{5, -200}, {7, -100}, {3, -10}},
       7,
       kRescaled,
       kNormalizeWithin,
       {"STABILIZATION 2 7"}},
      {"trap 10: exactly as old as the window counts",
       9,
       2,
       1,
       100,
       {{9, -300}},
       9,
       "AbleToScale=True ScaleDownStabilized",
       kNormalizeWithin,
       {"STABILIZATION 2 9"}},
      {"older than the window does not", 9, 2, 1, 100, {{9, -300.001}}, 2, kRescaled, kNormalizeWithin, {}},
      {"lower ones hold nothing back", 5, 9, 1, 100, {{2, -1}}, 9, kRescaled, kNormalizeWithin, {}},
      {"a higher one moves a number that is right",
       5,
       5,
       1,
       100,
       {{8, -1}},
       8,
       kRescaled,
       kNormalizeWithin,
       {"STABILIZATION 5 8"}},
  };
  for (const LegacyCase& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(c.current, c.desired, c.min, c.max);
    for (const Past& past : c.recommendations) AddRecommendation(request, past.replicas, past.seconds);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.desired_replicas(), c.replicas) << c.name;
    EXPECT_EQ(ConditionOf(response, "AbleToScale"), c.able) << c.name;
    EXPECT_EQ(ConditionOf(response, "ScalingLimited"), c.limited) << c.name;
    EXPECT_THAT(StepsOf(response), ElementsAreArray(c.steps)) << c.name;
  }
}

TEST(NormalizeLegacy, TheWindowIsThatOfTheOptions) {
  v1::RecommendReplicasRequest request = Desiring(9, 2);
  AddRecommendation(request, 9, -100);
  request.mutable_options()->set_downscale_stabilization("1m39.999s");
  EXPECT_EQ(Decide(request).desired_replicas(), 2);
  request.mutable_options()->set_downscale_stabilization("1m40s");
  EXPECT_EQ(Decide(request).desired_replicas(), 9);
}

struct WindowCase {
  absl::string_view name;
  int current;
  int desired;
  int up_window;
  int down_window;
  std::vector<Past> recommendations;
  int replicas;
  absl::string_view able;  // the reason of AbleToScale
};

TEST(NormalizeWithBehavior, Section121BothWindowsHoldTheCurrentNumber) {
  const std::vector<WindowCase> cases = {
      {"no windows: the desired", 5, 9, 0, 0, {{1, -1}}, 9, "SucceededRescale"},
      {"up: the lowest of the window", 5, 9, 60, 0, {{7, -30}}, 7, "SucceededRescale"},
      {"up: one below the current number holds", 5, 9, 60, 0, {{2, -30}}, 5, "ScaleUpStabilized"},
      {"trap 10: exactly as old as the window does not count", 5, 9, 60, 0, {{2, -60}}, 9, "SucceededRescale"},
      {"a moment younger does", 5, 9, 60, 0, {{2, -59.999}}, 5, "ScaleUpStabilized"},
      {"down: the highest of the window", 9, 2, 0, 60, {{5, -30}}, 5, "SucceededRescale"},
      {"down: exactly as old as the window does not count", 9, 2, 0, 60, {{12, -60}}, 2, "SucceededRescale"},
      {"down: a moment younger does", 9, 2, 0, 60, {{12, -59.999}}, 9, "ScaleDownStabilized"},
      {"down: one above the current number holds", 9, 2, 0, 60, {{12, -30}}, 9, "ScaleDownStabilized"},
      {"the windows never push the other way", 5, 5, 60, 60, {{9, -30}, {1, -20}}, 5, "ReadyForNewScale"},
      {"a desired for the current number is up where stabilized", 5, 5, 0, 60, {{9, -30}}, 5, "ReadyForNewScale"},
  };
  for (const WindowCase& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(c.current, c.desired);
    Behavior(request).mutable_scale_up()->set_stabilization_window_seconds(c.up_window);
    Behavior(request).mutable_scale_down()->set_stabilization_window_seconds(c.down_window);
    for (const Past& past : c.recommendations) AddRecommendation(request, past.replicas, past.seconds);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.desired_replicas(), c.replicas) << c.name;
    EXPECT_EQ(ConditionOf(response, "AbleToScale"), absl::StrCat("AbleToScale=True ", c.able)) << c.name;
  }
}

TEST(NormalizeWithBehavior, Section3AnUnsetDownWindowIsThatOfTheOptions) {
  v1::RecommendReplicasRequest request = Desiring(9, 2);
  Behavior(request);
  AddRecommendation(request, 8, -200);
  EXPECT_EQ(Decide(request).desired_replicas(), 8);
  request.mutable_options()->set_downscale_stabilization("1m");
  EXPECT_EQ(Decide(request).desired_replicas(), 2);
}

// The age of a recommendation that is made now is equal to a window of zero, so the recommendation is not used.
TEST(NormalizeWithBehavior, Section3AnUnsetUpWindowIsZero) {
  v1::RecommendReplicasRequest request = Desiring(5, 9);
  Behavior(request);
  AddRecommendation(request, 7, 0);
  EXPECT_EQ(Decide(request).desired_replicas(), 9);
}

struct NormalizeLimitCase {
  absl::string_view name;
  int current;
  int desired;
  absl::string_view select;
  std::vector<std::pair<absl::string_view, int>> policies;  // type and value; the period is 60 s
  std::vector<Past> up;
  std::vector<Past> down;
  int replicas;
  absl::string_view limited;  // the reason of ScalingLimited
};

TEST(NormalizeWithBehavior, Section122Limits) {
  const std::vector<NormalizeLimitCase> cases = {
      {"section 3: from 3 by default at most 7", 3, 50, "", {}, {}, {}, 7, "ScaleUpLimit"},
      {"section 3: from 1 at most 5, trap 13", 1, 50, "", {}, {}, {}, 5, "ScaleUpLimit"},
      {"section 3: from 10 at most 20", 10, 50, "", {}, {}, {}, 20, "ScaleUpLimit"},
      {"section 3: down to anything", 50, 1, "", {}, {}, {}, 1, "DesiredWithinRange"},
      {"section 3: down has one policy by default", 50, 1, "Min", {}, {}, {}, 1, "DesiredWithinRange"},
      {"trap 3: 100 x (1 + 10/100) is more than 110", 100, 500, "", {{"Percent", 10}}, {}, {}, 111, "ScaleUpLimit"},
      {"trap 3: 10 x (1 - 80/100) is less than 2", 10, 0, "", {{"Percent", 80}}, {}, {}, 1, "TooFewReplicas"},
      {"72 at 10 % may go to 64", 72, 10, "", {{"Percent", 10}}, {}, {}, 64, "ScaleDownLimit"},
      {"Max is the largest change down", 80, 10, "", {{"Pods", 4}, {"Percent", 10}}, {}, {}, 72, "ScaleDownLimit"},
      {"Min is the smallest change down", 80, 10, "Min", {{"Pods", 4}, {"Percent", 10}}, {}, {}, 76, "ScaleDownLimit"},
      {"Max is the largest change up", 80, 200, "Max", {{"Pods", 4}, {"Percent", 10}}, {}, {}, 88, "ScaleUpLimit"},
      {"Min is the smallest change up", 80, 200, "Min", {{"Pods", 4}, {"Percent", 10}}, {}, {}, 84, "ScaleUpLimit"},
      {"Disabled up", 80, 200, "Disabled", {{"Pods", 4}}, {}, {}, 80, "ScaleUpLimit"},
      {"Disabled down", 80, 20, "Disabled", {{"Pods", 4}}, {}, {}, 80, "ScaleDownLimit"},
      {"what was added in the period counts", 80, 200, "", {{"Pods", 10}}, {{7, -30}}, {}, 83, "ScaleUpLimit"},
      {"trap 10: exactly as old as the period does not",
       80,
       200,
       "",
       {{"Pods", 10}},
       {{7, -60}},
       {},
       90,
       "ScaleUpLimit"},
      {"trap 14: what was removed counts on the way up",
       80,
       200,
       "",
       {{"Pods", 10}},
       {},
       {{7, -30}},
       97,
       "ScaleUpLimit"},
      {"trap 14: what was added counts on the way down",
       80,
       10,
       "",
       {{"Pods", 10}},
       {{7, -30}},
       {},
       63,
       "ScaleDownLimit"},
      {"what was removed counts on the way down", 80, 10, "", {{"Pods", 10}}, {}, {{7, -30}}, 77, "ScaleDownLimit"},
      {"a tightened policy forces nothing", 80, 200, "", {{"Pods", 5}}, {{20, -30}}, {}, 80, "ScaleUpLimit"},
      {"nor downwards", 80, 10, "", {{"Pods", 5}}, {}, {{20, -30}}, 80, "ScaleDownLimit"},
      {"trap 15: the largest value wraps and blocks", 80, 200, "", {{"Pods", 2147483647}}, {}, {}, 80, "ScaleUpLimit"},
      {"a value that does not wrap", 80, 200, "", {{"Pods", 2147483567}}, {}, {}, 200, "DesiredWithinRange"},
      {"the maximum", 290, 400, "", {{"Pods", 50}}, {}, {}, 300, "TooManyReplicas"},
      {"the maximum where a policy allows as many", 290, 400, "", {{"Pods", 10}}, {}, {}, 300, "TooManyReplicas"},
      {"the minimum where a policy allows as few", 11, 0, "", {{"Pods", 10}}, {}, {}, 1, "TooFewReplicas"},
      {"exactly what a policy allows up", 80, 84, "", {{"Pods", 4}}, {}, {}, 84, "DesiredWithinRange"},
      {"exactly what a policy allows down", 80, 76, "", {{"Pods", 4}}, {}, {}, 76, "DesiredWithinRange"},
  };
  for (const NormalizeLimitCase& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(c.current, c.desired, 1, 300);
    for (v1::HPAScalingRules* rules : {Behavior(request).mutable_scale_up(), Behavior(request).mutable_scale_down()}) {
      rules->set_stabilization_window_seconds(0);
      if (!c.select.empty()) rules->set_select_policy(std::string(c.select));
      for (const auto& policy : c.policies) AddPolicy(policy.first, policy.second, 60, *rules);
    }
    for (const Past& past : c.up) AddUpEvent(request, past.replicas, past.seconds);
    for (const Past& past : c.down) AddDownEvent(request, past.replicas, past.seconds);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.desired_replicas(), c.replicas) << c.name;
    const absl::string_view status = c.limited == "DesiredWithinRange" ? "False " : "True ";
    EXPECT_EQ(ConditionOf(response, "ScalingLimited"), absl::StrCat("ScalingLimited=", status, c.limited)) << c.name;
  }
}

TEST(NormalizeWithBehavior, AnEventWithTheOutdatedFlagStillCounts) {
  v1::RecommendReplicasRequest request = Desiring(80, 200, 1, 300);
  AddPolicy("Pods", 10, 60, *Behavior(request).mutable_scale_up());
  AddUpEvent(request, 7, -30);
  request.mutable_history()->mutable_scale_up_events(0)->set_outdated(true);
  EXPECT_EQ(Decide(request).desired_replicas(), 83);
}

// This case is from the upstream tests, which skip it: 1000 replicas with a policy of 2 % in 60 s.
TEST(NormalizeWithBehavior, Section20From1000At2Percent) {
  v1::RecommendReplicasRequest request = Desiring(1000, 10, 1, 1000);
  AddPolicy("Percent", 2, 60, *Behavior(request).mutable_scale_down());
  EXPECT_EQ(Decide(request).desired_replicas(), 980);
}

TEST(History, Trap12AnAbsentOneIsSeededWithTheCurrentNumberAndAnEmptyOneIsNot) {
  v1::RecommendReplicasRequest request = Desiring(9, 2);
  EXPECT_EQ(Decide(request).desired_replicas(), 2);
  request.clear_history();
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.desired_replicas(), 9);
  EXPECT_THAT(Recommended(response), ElementsAre("9 " + At(0), "2 " + At(0)));
}

TEST(History, Section131RecordsTheProposalBeforeWindowsAndLimits) {
  EXPECT_THAT(Recommended(Decide(Desiring(5, 50, 1, 8))), ElementsAre("50 " + At(0)));
}

TEST(History, Trap11OverwritesTheLastOldSlotAndLeavesTheOthers) {
  v1::RecommendReplicasRequest request = Desiring(5, 6);
  AddRecommendation(request, 1, -400);
  AddRecommendation(request, 2, -500);
  AddRecommendation(request, 3, -300);
  EXPECT_THAT(Recommended(Decide(request)), ElementsAre("1 " + At(-400), "6 " + At(0), "3 " + At(-300)));
}

TEST(History, Section131WithBehaviorAnEntryIsOldPastBothWindows) {
  v1::RecommendReplicasRequest request = Desiring(5, 6);
  Behavior(request).mutable_scale_up()->set_stabilization_window_seconds(600);
  AddRecommendation(request, 5, -600);
  AddRecommendation(request, 4, -599);
  EXPECT_EQ(Decide(request).history().recommendations_size(), 3) << "exactly as old as the longer window is not old";
  request.mutable_history()->mutable_recommendations(0)->set_time(At(-600.001));
  EXPECT_THAT(Recommended(Decide(request)), ElementsAre("6 " + At(0), "4 " + At(-599)));
  Behavior(request).mutable_scale_up()->set_stabilization_window_seconds(0);
  Behavior(request).mutable_scale_down()->set_stabilization_window_seconds(600);
  request.mutable_history()->mutable_recommendations(0)->set_time(At(-600));
  EXPECT_EQ(Decide(request).history().recommendations_size(), 3);
}

TEST(History, Section132StoresAnEventOnlyForARescaleWithBehavior) {
  EXPECT_EQ(Decide(Desiring(5, 9)).history().scale_up_events_size(), 0);
  v1::RecommendReplicasRequest request = Desiring(5, 9);
  Behavior(request);
  const v1::ReplicasHistory up = Decide(request).history();
  ASSERT_EQ(up.scale_up_events_size(), 1);
  EXPECT_EQ(up.scale_up_events(0).change(), 4);
  EXPECT_EQ(up.scale_up_events(0).time(), At(0));
  EXPECT_EQ(up.scale_down_events_size(), 0);
  request = Desiring(5, 2);
  Behavior(request);
  const v1::ReplicasHistory down = Decide(request).history();
  ASSERT_EQ(down.scale_down_events_size(), 1);
  EXPECT_EQ(down.scale_down_events(0).change(), 3);
  EXPECT_EQ(down.scale_up_events_size(), 0);
  request = Desiring(5, 5);
  Behavior(request);
  EXPECT_EQ(Decide(request).history().scale_up_events_size(), 0);
}

// The longest period for scaling up is 60 s. The period for scaling down is ignored.
TEST(History, Trap11OverwritesTheLastOutdatedEventOfItsOwnDirection) {
  v1::RecommendReplicasRequest request = Desiring(50, 60);
  AddPolicy("Pods", 90, 60, *Behavior(request).mutable_scale_up());
  AddPolicy("Pods", 90, 1800, *Behavior(request).mutable_scale_down());
  for (const double seconds : {-61.0, -70.0, -60.0}) AddUpEvent(request, 1, seconds);
  AddDownEvent(request, 1, -90);
  const v1::ReplicasHistory history = Decide(request).history();
  ASSERT_EQ(history.scale_up_events_size(), 3);
  EXPECT_TRUE(history.scale_up_events(0).outdated());
  EXPECT_EQ(history.scale_up_events(0).time(), At(-61));
  EXPECT_EQ(history.scale_up_events(1).time(), At(0));
  EXPECT_FALSE(history.scale_up_events(1).outdated());
  EXPECT_FALSE(history.scale_up_events(2).outdated()) << "exactly as old as the period is not outdated";
  EXPECT_FALSE(history.scale_down_events(0).outdated());
}

TEST(History, OutdatedFlagStaysIfThePolicyGrows) {
  v1::RecommendReplicasRequest request = Desiring(50, 60);
  AddPolicy("Pods", 90, 1800, *Behavior(request).mutable_scale_up());
  AddUpEvent(request, 1, -5);
  request.mutable_history()->mutable_scale_up_events(0)->set_outdated(true);
  const v1::ReplicasHistory history = Decide(request).history();
  ASSERT_EQ(history.scale_up_events_size(), 1);
  EXPECT_EQ(history.scale_up_events(0).change(), 10);
}

}  // namespace
}  // namespace cpsizer
