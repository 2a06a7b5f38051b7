// Tests properties of all responses: bounds, stabilization, monotonicity and order. The inputs are random, but each run
// uses the same inputs.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddAverageValue;
using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddDownEvent;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddPod;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::At;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::ReplicasRequest;

constexpr int kRounds = 2'000;

class PropertiesRandom {
 public:
  // Returns a random number from `least` to `most`, including both.
  int Between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine_); }
  bool Maybe() { return Between(0, 1) == 1; }

 private:
  std::mt19937 engine_{20'260'102};
};

void AddRules(PropertiesRandom& random, v1::HPAScalingRules& rules) {
  const char* const kSelect[] = {"Max", "Min", "Disabled"};
  // If `select` is 3, there is no policy.
  if (const int select = random.Between(0, 3); select < 3) rules.set_select_policy(kSelect[select]);
  rules.set_stabilization_window_seconds(random.Between(0, 400));
  for (int i = random.Between(0, 2); i > 0; --i) {
    v1::HPAScalingPolicy& policy = *rules.add_policies();
    policy.set_type(random.Maybe() ? "Pods" : "Percent");
    policy.set_value(random.Between(1, 150));
    policy.set_period_seconds(random.Between(1, 300));
  }
}

v1::RecommendReplicasRequest RandomDesired(PropertiesRandom& random) {
  const int min = random.Between(1, 20);
  v1::RecommendReplicasRequest request =
      Desiring(random.Between(0, 60), random.Between(0, 80), min, min + random.Between(0, 40));
  for (int i = random.Between(0, 4); i > 0; --i) {
    AddRecommendation(request, random.Between(0, 60), -random.Between(0, 500));
  }
  for (int i = random.Between(0, 3); i > 0; --i) AddUpEvent(request, random.Between(1, 20), -random.Between(0, 400));
  for (int i = random.Between(0, 3); i > 0; --i) AddDownEvent(request, random.Between(1, 20), -random.Between(0, 400));
  if (random.Maybe()) {
    auto& behavior = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
    AddRules(random, *behavior.mutable_scale_up());
    AddRules(random, *behavior.mutable_scale_down());
  }
  return request;
}

TEST(Properties, BoundsHoldAfterEveryRescale) {
  PropertiesRandom random;
  int rescales = 0;
  for (int i = 0; i < kRounds; ++i) {
    const v1::RecommendReplicasRequest request = RandomDesired(random);
    const v1::RecommendReplicasResponse response = Decide(request);
    if (response.outcome() != v1::REPLICAS_OUTCOME_RESCALE) continue;
    ++rescales;
    const v1::HorizontalPodAutoscalerSpec& spec = request.horizontal_pod_autoscaler().spec();
    ASSERT_GE(response.desired_replicas(), spec.min_replicas()) << request.ShortDebugString();
    ASSERT_LE(response.desired_replicas(), spec.max_replicas()) << request.ShortDebugString();
  }
  EXPECT_GT(rescales, kRounds / 4);
}

// Returns the highest recommendation in the window. Tests compare the library with this result.
int HighestOfWindow(const v1::RecommendReplicasRequest& request, bool with_behavior) {
  const int window =
      with_behavior ? request.horizontal_pod_autoscaler().spec().behavior().scale_down().stabilization_window_seconds()
                    : 300;
  int highest = 0;
  for (const v1::ReplicasRecommendation& entry : request.history().recommendations()) {
    // The texts of these RFC 3339 times have the same order as the times: all are in UTC and have no fraction.
    const bool counts = with_behavior ? entry.time() > At(-window) : entry.time() >= At(-window);
    if (counts) highest = std::max(highest, entry.replicas());
  }
  return highest;
}

TEST(Properties, StabilizationNeverLowersBelowARecentRecommendation) {
  PropertiesRandom random;
  int held = 0;
  for (int i = 0; i < kRounds; ++i) {
    const v1::RecommendReplicasRequest request = RandomDesired(random);
    const v1::HorizontalPodAutoscalerSpec& spec = request.horizontal_pod_autoscaler().spec();
    const int current = request.scale().spec().replicas();
    const v1::RecommendReplicasResponse response = Decide(request);
    // If the current number is outside the bounds, the window is ignored.
    if (current > spec.max_replicas() || response.desired_replicas() >= current) continue;
    const int floor = std::min({HighestOfWindow(request, spec.has_behavior()), current, spec.max_replicas()});
    ASSERT_GE(response.desired_replicas(), floor) << request.ShortDebugString();
    ++held;
  }
  EXPECT_GT(held, kRounds / 20);
}

TEST(Properties, TheSameRequestGivesTheSameBytes) {
  PropertiesRandom random;
  for (int i = 0; i < 50; ++i) {
    const v1::RecommendReplicasRequest request = RandomDesired(random);
    ASSERT_EQ(Decide(request).SerializeAsString(), Decide(request).SerializeAsString());
  }
}

// The library must return a response even if the integers of the controller wrap and its doubles are infinite.
TEST(Properties, ExtremeAmountsAreAnswered) {
  const absl::string_view kAmounts[] = {
      "9223372036854775807m", "-9223372036854775808m", "16Ei", "20E", "0", "-1n", "1m"};
  const absl::string_view kTargets[] = {"9223372036854775807m", "16Ei", "20E", "1n", "1m"};
  const int kReplicas[] = {0, 1, 2, INT32_MAX};
  PropertiesRandom random;
  const auto amount = [&] { return kAmounts[random.Between(0, 6)]; };
  const auto target = [&] { return kTargets[random.Between(0, 4)]; };
  for (int i = 0; i < kRounds / 2; ++i) {
    v1::RecommendReplicasRequest request =
        ReplicasRequest(kReplicas[random.Between(0, 3)], random.Between(0, 1), INT32_MAX);
    request.mutable_scale()->mutable_status()->set_replicas(kReplicas[random.Between(0, 3)]);
    AddUtilization(request, "cpu", random.Maybe() ? 1 : INT32_MAX);
    AddAverageValue(request, "cpu", target());
    AddExternal(request, "Value", target(), {amount(), amount()});
    AddExternal(request, "AverageValue", target(), {amount(), amount()});
    AddCpuPods(request, {amount(), amount(), "-"});
    auto& container = *request.mutable_pods(0)->mutable_spec()->mutable_containers(0);
    (*container.mutable_resources()->mutable_requests())["cpu"] = std::string(amount());
    AddRecommendation(request, random.Maybe() ? INT32_MIN : INT32_MAX, -1);
    AddUpEvent(request, INT32_MAX, -1);
    AddDownEvent(request, INT32_MAX, -1);
    if (random.Maybe()) {
      v1::HPAScalingRules& rules =
          *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior()->mutable_scale_up();
      v1::HPAScalingPolicy& policy = *rules.add_policies();
      policy.set_type(random.Maybe() ? "Pods" : "Percent");
      policy.set_value(INT32_MAX);
      policy.set_period_seconds(1'800);
    }
    request.mutable_options()->set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
    const v1::RecommendReplicasResponse response = Decide(request);
    ASSERT_NE(response.outcome(), v1::REPLICAS_OUTCOME_UNSPECIFIED);
    ASSERT_GE(response.desired_replicas(), 0) << request.ShortDebugString();
  }
}

v1::RecommendReplicasRequest Usages(int current, const std::vector<int>& millicores) {
  v1::RecommendReplicasRequest request = ReplicasRequest(current);
  AddUtilization(request, "cpu", 50);
  for (const int usage : millicores) AddCpuPods(request, {absl::StrCat(usage, "m")});
  return request;
}

TEST(Properties, MoreUsageNeverGivesFewerReplicasWhileAllPodsAreReadyAndSampled) {
  PropertiesRandom random;
  for (int i = 0; i < kRounds / 4; ++i) {
    // There is one pod for each replica. If there are fewer pods than replicas, the real controller is not monotone
    // (trap 1 of docs/reference/horizontal-pod-autoscaler.md).
    std::vector<int> usages(static_cast<size_t>(random.Between(1, 12)));
    for (int& usage : usages) usage = random.Between(0, 1'500);
    const auto current = static_cast<int>(usages.size());
    const int before = Decide(Usages(current, usages)).desired_replicas();
    usages[static_cast<size_t>(random.Between(0, current - 1))] += random.Between(0, 1'000);
    ASSERT_GE(Decide(Usages(current, usages)).desired_replicas(), before) << ::testing::PrintToString(usages);
  }
}

// At 55 % the usage is within the tolerance, and the four replicas are kept. At 56 % only the two existing pods count:
// ceil(1.12 x 2) = 3.
TEST(Properties, Trap1WithFewerPodsThanReplicasMoreUsageCanGiveFewer) {
  EXPECT_EQ(Decide(Usages(4, {550, 550})).desired_replicas(), 4);
  EXPECT_EQ(Decide(Usages(4, {560, 560})).desired_replicas(), 3);
}

// Returns a request with these numbers of ready, unready (pending) and missing pods.
v1::RecommendReplicasRequest Mixed(int current, int millicores, int ready, int unready, int missing) {
  v1::RecommendReplicasRequest request = Usages(current, std::vector<int>(static_cast<size_t>(ready), millicores));
  for (int i = 0; i < unready; ++i) AddPod(request, absl::StrCat("young", i), {"Pending", "False"});
  for (int i = 0; i < missing; ++i) AddPod(request, absl::StrCat("silent", i));
  return request;
}

// There are ten ready pods for two replicas, as in a rolling update. At 44 % the result is 0.88 x 10 = 8.8, rounded up,
// because the direction of the load is not checked. At 56 % the unready pods count as 0, so the average is 28 %. This
// changes the direction, so the two current replicas are kept.
TEST(Properties, WithUnreadyPodsMoreUsageCanGiveFewer) {
  EXPECT_EQ(Decide(Mixed(2, 440, 10, 10, 0)).metrics(0).replicas(), 9);
  EXPECT_EQ(Decide(Mixed(2, 560, 10, 10, 0)).metrics(0).replicas(), 2);
}

// A pod without a sample counts as 100 % of its request: (20 + 100) / 2 = 60 %. This changes the direction, so two
// replicas are kept. If the pod has a sample, its usage counts: (20 + 10) / 2 = 15 %, and the result is 0.3 x 2 = 0.6,
// rounded up.
TEST(Properties, WithMissingPodsMoreUsageCanGiveFewer) {
  EXPECT_EQ(Decide(Mixed(2, 200, 1, 0, 1)).desired_replicas(), 2);
  EXPECT_EQ(Decide(Usages(2, {200, 100})).desired_replicas(), 1);
}

// If there is one pod for each replica, the values that are assumed for missing and unready pods can only keep the
// current number. More usage of the ready pods still never gives fewer replicas.
TEST(Properties, WithOnePodForEachReplicaAssumedUsageOnlyHolds) {
  PropertiesRandom random;
  for (int i = 0; i < kRounds / 4; ++i) {
    const int ready = random.Between(1, 6);
    const int unready = random.Between(0, 4);
    const int missing = random.Between(0, 4);
    const int current = ready + unready + missing;
    const int usage = random.Between(0, 1'500);
    const int more = usage + random.Between(0, 1'000);
    ASSERT_GE(Decide(Mixed(current, more, ready, unready, missing)).desired_replicas(),
              Decide(Mixed(current, usage, ready, unready, missing)).desired_replicas())
        << usage << " to " << more << ": " << ready << " ready, " << unready << " unready, " << missing << " missing";
  }
}

}  // namespace
}  // namespace cpsizer
