// Compares the decisions of cpsizer with the decisions of the code of the real controller, for random autoscalers, pods
// and metrics. After each step, the status, its times and the number of replicas must be equal.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/recommend_replicas.h"
#include "tests/e2e/autoscaling/autoscaler_state.h"
#include "tests/e2e/autoscaling/random_requests.h"
#include "tests/testing/environment.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

// The code of the real controller of one version of Kubernetes.
struct RealController {
  const char* program;
  const char* version;
};
constexpr RealController kControllers[] = {{"hpa-decisions", "v1.36.3"}, {"hpa-decisions-1.37", "v1.37.2"}};
constexpr int kCases = 500;
constexpr int kSteps = 24;  // longer than the default stabilization window
constexpr absl::Duration kRandomDecisionsTimeout = absl::Minutes(3);

// Returns the results of the code of the real controller for all steps of each case.
Json RealResults(const RealController& controller, const Json& cases) {
  testing::SubprocessOptions options;
  options.input = cases.dump();
  const auto finished = testing::RunProcess({testing::ToolPath(controller.program)}, options, kRandomDecisionsTimeout);
  EXPECT_TRUE(finished.ok()) << finished.status();
  if (!finished.ok()) return Json::array();
  EXPECT_EQ(finished->exit_code, 0) << finished->standard_error;
  return kube::ParseJson(finished->standard_output);
}

// Makes the decisions of cpsizer about one autoscaler. Each decision is applied before the next decision.
class Ours {
 public:
  explicit Ours(const char* version) : version_(version) {}

  v1::RecommendReplicasResponse Decide(const Json& step, const std::string& now) {
    v1::RecommendReplicasRequest request;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(step.dump(), &request).ok()) << step;
    request.set_now(now);
    request.mutable_options()->set_kubernetes_version(version_);
    if (decided_) Continue(request);
    last_.Clear();
    const absl::Status status = RecommendReplicas(request, last_);
    EXPECT_TRUE(status.ok()) << status << "\n" << step;
    decided_ = true;
    if (request.has_scale()) replicas_ = last_.desired_replicas();
    return last_;
  }

  // Returns the replicas of the scale.
  int32_t replicas() const { return replicas_; }

 private:
  void Continue(v1::RecommendReplicasRequest& request) const {
    if (request.has_scale()) request.mutable_scale()->mutable_spec()->set_replicas(replicas_);
    *request.mutable_history() = last_.history();
    v1::HorizontalPodAutoscalerStatus& status = *request.mutable_horizontal_pod_autoscaler()->mutable_status();
    status.set_last_scale_time(last_.status().last_scale_time());
    status.set_current_replicas(last_.status().current_replicas());
    status.set_desired_replicas(last_.status().desired_replicas());
    *status.mutable_conditions() = last_.status().conditions();
  }

  const char* const version_;
  v1::RecommendReplicasResponse last_;
  bool decided_ = false;
  int32_t replicas_ = 0;
};

// Returns the time of the last scaling and the time of the last transition of each condition.
std::string TimesOf(const Json& status) {
  std::string times(kube::TextAt(status, {"lastScaleTime"}));
  const Json conditions = kube::Find(status, {"conditions"});
  for (const Json& condition : conditions) {
    absl::StrAppend(&times, " ", kube::TextAt(condition, {"lastTransitionTime"}));
  }
  return times;
}

std::string TimesOf(const v1::ReplicasStatus& status) {
  std::string times = status.last_scale_time();
  for (const v1::Condition& condition : status.conditions()) {
    absl::StrAppend(&times, " ", condition.last_transition_time());
  }
  return times;
}

// The number of responses with each outcome.
using Outcomes = std::map<std::string, int>;

void CompareCase(const RealController& controller, const Json& steps, const Json& theirs, Outcomes& outcomes) {
  Ours ours(controller.version);
  for (int i = 0; i < kSteps; ++i) {
    const v1::RecommendReplicasResponse answer = ours.Decide(steps[i], theirs[i]["time"]);
    ++outcomes[v1::ReplicasOutcome_Name(answer.outcome())];
    Json status = theirs[i]["status"];
    // If the target is unreadable, the real controller keeps the metrics of its previous status.
    if (answer.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) status.erase("currentMetrics");
    ASSERT_EQ(StateOf(answer.status()).text, StateOf(status).text) << "step " << i << " of " << steps;
    ASSERT_EQ(TimesOf(answer.status()), TimesOf(status)) << "step " << i << " of " << steps;
    ASSERT_EQ(ours.replicas(), theirs[i]["replicas"]) << "step " << i << " of " << steps;
  }
}

void CompareRound(const RealController& controller, int seed, Outcomes& outcomes) {
  RandomRequests random(static_cast<unsigned>(seed));
  Json cases = Json::array();
  for (int i = 0; i < kCases; ++i) cases.push_back(random.NextCase(kSteps));
  const Json theirs = RealResults(controller, cases);
  ASSERT_EQ(theirs.size(), cases.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    ASSERT_NO_FATAL_FAILURE(CompareCase(controller, cases[i], theirs[i], outcomes));
  }
}

class RandomDecisionsTest : public ::testing::TestWithParam<RealController> {};

TEST_P(RandomDecisionsTest, AreThoseOfTheRealController) {
  const RealController& controller = GetParam();
  if (const std::string missing = testing::WhyToolsAreMissing({controller.program}); !missing.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << missing;
    GTEST_SKIP() << missing;
  }
  const int rounds = testing::NumberOf("CPSIZER_ROUNDS", 1);
  Outcomes outcomes;
  for (int round = 1; round <= rounds; ++round) ASSERT_NO_FATAL_FAILURE(CompareRound(controller, round, outcomes));
  ASSERT_EQ(outcomes.size(), v1::ReplicasOutcome_ARRAYSIZE - 1) << "all but UNSPECIFIED";
  for (const auto& [outcome, count] : outcomes) {
    std::cout << outcome << ": " << count << '\n';
    EXPECT_GT(count, rounds * kCases / 10) << outcome;
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, RandomDecisionsTest, ::testing::ValuesIn(kControllers),
                         [](const ::testing::TestParamInfo<RealController>& info) {
                           return absl::StrReplaceAll(info.param.version, {{".", "_"}});
                         });

}  // namespace
}  // namespace cpsizer::e2e
