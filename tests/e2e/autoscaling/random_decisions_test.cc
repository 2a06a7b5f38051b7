// The code of the real controller and our decision, on random autoscalers, pods and metrics: what the status says, its
// times and how many replicas there are must be the same after every look, to the letter.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "tests/e2e/autoscaling/autoscaler_state.h"
#include "tests/e2e/autoscaling/random_questions.h"
#include "tests/testing/environment.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr char kProgram[] = "hpa-decisions";
constexpr int kCases = 500;
constexpr int kLooks = 24;  // longer than the window without behavior
constexpr absl::Duration kRandomDecisionsTimeout = absl::Minutes(3);

// What the real one makes of each look, by case.
Json AskTheRealOne(const Json& cases) {
  testing::SubprocessOptions options;
  options.input = cases.dump();
  const auto finished = testing::RunProcess({testing::ToolPath(kProgram)}, options, kRandomDecisionsTimeout);
  EXPECT_TRUE(finished.ok()) << finished.status();
  if (!finished.ok()) return Json::array();
  EXPECT_EQ(finished->exit_code, 0) << finished->standard_error;
  return kube::ParseJson(finished->standard_output);
}

// Our decisions about one autoscaler, each carried on to the next.
class Ours {
 public:
  v1::RecommendReplicasResponse Decide(const Json& look, const std::string& now) {
    v1::RecommendReplicasRequest request;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(look.dump(), &request).ok()) << look;
    request.set_now(now);
    if (decided_) CarryOn(request);
    last_.Clear();
    const absl::Status status = RecommendReplicas(request, last_);
    EXPECT_TRUE(status.ok()) << status << "\n" << look;
    decided_ = true;
    if (request.has_scale()) replicas_ = last_.desired_replicas();
    return last_;
  }

  // That the scale asks for.
  int32_t replicas() const { return replicas_; }

 private:
  void CarryOn(v1::RecommendReplicasRequest& request) const {
    if (request.has_scale()) request.mutable_scale()->mutable_spec()->set_replicas(replicas_);
    *request.mutable_history() = last_.history();
    v1::HorizontalPodAutoscalerStatus& status = *request.mutable_horizontal_pod_autoscaler()->mutable_status();
    status.set_last_scale_time(last_.status().last_scale_time());
    status.set_current_replicas(last_.status().current_replicas());
    status.set_desired_replicas(last_.status().desired_replicas());
    *status.mutable_conditions() = last_.status().conditions();
  }

  v1::RecommendReplicasResponse last_;
  bool decided_ = false;
  int32_t replicas_ = 0;
};

// When it was scaled, and when each condition changed.
std::string TimesOf(const Json& status) {
  std::string times(kube::TextAt(status, {"lastScaleTime"}));
  const Json conditions = kube::Find(status, {"conditions"});
  for (const Json& condition : conditions)
    absl::StrAppend(&times, " ", kube::TextAt(condition, {"lastTransitionTime"}));
  return times;
}

std::string TimesOf(const v1::ReplicasStatus& status) {
  std::string times = status.last_scale_time();
  for (const v1::Condition& condition : status.conditions())
    absl::StrAppend(&times, " ", condition.last_transition_time());
  return times;
}

// How often each kind of answer was given.
using Outcomes = std::map<std::string, int>;

void CompareCase(const Json& looks, const Json& theirs, Outcomes& outcomes) {
  Ours ours;
  for (int i = 0; i < kLooks; ++i) {
    const v1::RecommendReplicasResponse answer = ours.Decide(looks[i], theirs[i]["time"]);
    ++outcomes[v1::ReplicasOutcome_Name(answer.outcome())];
    Json status = theirs[i]["status"];
    // It leaves those of before.
    if (answer.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) status.erase("currentMetrics");
    ASSERT_EQ(StateOf(answer.status()).text, StateOf(status).text) << "look " << i << " of " << looks;
    ASSERT_EQ(TimesOf(answer.status()), TimesOf(status)) << "look " << i << " of " << looks;
    ASSERT_EQ(ours.replicas(), theirs[i]["replicas"]) << "look " << i << " of " << looks;
  }
}

void CompareRound(int seed, Outcomes& outcomes) {
  RandomQuestions random(static_cast<unsigned>(seed));
  Json cases = Json::array();
  for (int i = 0; i < kCases; ++i) cases.push_back(random.NextCase(kLooks));
  const Json theirs = AskTheRealOne(cases);
  ASSERT_EQ(theirs.size(), cases.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    ASSERT_NO_FATAL_FAILURE(CompareCase(cases[i], theirs[i], outcomes));
  }
}

TEST(RandomDecisionsTest, AreThoseOfTheRealController) {
  if (const std::string missing = testing::WhyToolsAreMissing({kProgram}); !missing.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << missing;
    GTEST_SKIP() << missing;
  }
  const int rounds = testing::NumberOf("CPSIZER_ROUNDS", 1);
  Outcomes outcomes;
  for (int round = 1; round <= rounds; ++round) ASSERT_NO_FATAL_FAILURE(CompareRound(round, outcomes));
  ASSERT_EQ(outcomes.size(), v1::ReplicasOutcome_ARRAYSIZE - 1) << "all but UNSPECIFIED";
  for (const auto& [outcome, count] : outcomes) {
    std::cout << outcome << ": " << count << '\n';
    EXPECT_GT(count, rounds * kCases / 10) << outcome;
  }
}

}  // namespace
}  // namespace cpsizer::e2e
