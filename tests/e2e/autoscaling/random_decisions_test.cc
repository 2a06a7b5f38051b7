// The code of the real controller and our decision, on random autoscalers, pods and metrics: what the status says and
// how many replicas there are must be the same after every look, to the letter.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
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
constexpr int kCases = 2'000;
constexpr int kLooks = 3;
constexpr absl::Duration kPatience = absl::Minutes(3);

// What the real one makes of each look, by case.
Json AskTheRealOne(const Json& cases) {
  testing::SubprocessOptions options;
  options.input = cases.dump();
  const auto finished = testing::RunProcess({testing::ToolPath(kProgram)}, options, kPatience);
  EXPECT_TRUE(finished.ok()) << finished.status();
  if (!finished.ok()) return Json::array();
  EXPECT_EQ(finished->exit_code, 0) << finished->standard_error;
  return kube::ParseJson(finished->standard_output);
}

// Our decisions about one autoscaler, each carried on to the next.
class Ours {
 public:
  explicit Ours(absl::Time now) : now_(now) {}

  v1::RecommendReplicasResponse Decide(const Json& look) {
    v1::RecommendReplicasRequest request;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(look.dump(), &request).ok()) << look;
    now_ += absl::Seconds(1);
    request.set_now(absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", now_, absl::UTCTimeZone()));
    if (decided_) {
      if (request.has_scale()) request.mutable_scale()->mutable_spec()->set_replicas(replicas_);
      *request.mutable_history() = last_.history();
      v1::HorizontalPodAutoscalerStatus& status = *request.mutable_autoscaler()->mutable_status();
      status.set_last_scale_time(last_.status().last_scale_time());
      status.set_current_replicas(last_.status().current_replicas());
      status.set_desired_replicas(last_.status().desired_replicas());
      *status.mutable_conditions() = last_.status().conditions();
    }
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
  absl::Time now_;
  v1::RecommendReplicasResponse last_;
  bool decided_ = false;
  int32_t replicas_ = 0;
};

// How often each kind of answer was given.
using Outcomes = std::map<std::string, int>;

void Compare(int seed, Outcomes& outcomes) {
  const absl::Time now = absl::Now();
  RandomQuestions random(seed, now);
  Json cases = Json::array();
  for (int i = 0; i < kCases; ++i) cases.push_back(random.NextCase(kLooks));
  const Json theirs = AskTheRealOne(cases);
  ASSERT_EQ(theirs.size(), cases.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    Ours ours(now);
    for (int look = 0; look < kLooks; ++look) {
      const v1::RecommendReplicasResponse answer = ours.Decide(cases[i][look]);
      ++outcomes[v1::ReplicasOutcome_Name(answer.outcome())];
      Json status = theirs[i][look]["status"];
      // It leaves those of before.
      if (answer.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) status.erase("currentMetrics");
      ASSERT_EQ(StateOf(answer.status()).text, StateOf(status).text) << cases[i][look];
      ASSERT_EQ(ours.replicas(), theirs[i][look]["replicas"]) << cases[i][look];
    }
  }
}

TEST(RandomDecisionsTest, AreThoseOfTheRealController) {
  if (const std::string missing = testing::WhyToolsAreMissing({kProgram}); !missing.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << missing;
    GTEST_SKIP() << missing;
  }
  const int rounds = testing::NumberOf("CPSIZER_ROUNDS", 1);
  Outcomes outcomes;
  for (int round = 1; round <= rounds && !HasFatalFailure(); ++round) Compare(round, outcomes);
  ASSERT_EQ(outcomes.size(), v1::ReplicasOutcome_ARRAYSIZE - 1) << "without UNSPECIFIED";
  for (const auto& [outcome, count] : outcomes) {
    std::cout << outcome << ": " << count << '\n';
    EXPECT_GT(count, rounds * kCases / 50) << outcome;
  }
}

}  // namespace
}  // namespace cpsizer::e2e
