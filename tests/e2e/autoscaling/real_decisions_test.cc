// The real kube-controller-manager and our decision, on the same autoscalers, pods and metrics: every status, one after
// the other, and every event must be the same, to the letter. The sidecar looks on, and must find so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/e2e/autoscaling/autoscaling_test.h"
#include "tests/e2e/autoscaling/scenario_objects.h"
#include "tests/testing/real_controller_manager.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsEmpty;

constexpr absl::Duration kBetweenLooks = absl::Milliseconds(200);
// How often the controller must have looked again before nothing more is expected of it.
constexpr int kSyncs = 2;

class RealDecisionsTest : public AutoscalingTest {
 protected:
  void TearDown() override {
    AutoscalingTest::TearDown();
    controller_.reset();
  }

  void StartController(const Flags& flags) {
    Flags all = {"--vmodule=horizontal=4"};
    all.insert(all.end(), flags.begin(), flags.end());
    auto controller = testing::RealControllerManager::Start(world().server(), all);
    ASSERT_TRUE(controller.ok()) << controller.status();
    controller_ = *std::move(controller);
  }

  // Until everything that is expected has happened, and nothing more.
  void CompareStates() {
    const auto decided = [this](const Expectation& expectation) {
      return expectation.IsDecided(world().StatesOf(expectation.scenario()));
    };
    admin().RunUntil([&] { return std::all_of(expectations().begin(), expectations().end(), decided); }, kPatience);
    WaitForSyncs();
    for (const Expectation& expectation : expectations()) {
      expectation.CheckStates(world().StatesOf(expectation.scenario()));
    }
  }

  void CompareEvents() {
    for (const Expectation& expectation : expectations()) {
      expectation.CheckEvents(world().EventsOf(expectation.scenario()));
    }
  }

  // Both ask the metrics APIs the same, but that ours looks at metrics where the controller needs none.
  void CompareQuestions() {
    for (const Scenario& scenario : scenarios()) {
      const std::set<std::string> theirs = QuestionsOf(testing::kControllerManagerUser, scenario);
      if (theirs.empty()) continue;
      EXPECT_EQ(QuestionsOf(kOnlooker, scenario), theirs) << scenario.name;
    }
  }

  // Until the sidecar has looked at every autoscaler once and again, and agrees. It must not have disagreed about one
  // for longer than a moment.
  void WaitForAgreement() {
    int64_t autoscalers = 0;
    for (const Scenario& scenario : scenarios()) {
      autoscalers += 1 + static_cast<int64_t>(FieldOr(scenario.fields, "rivals", kube::Json::array()).size());
    }
    const int64_t enough = sidecar().Compared("agree") + kSyncs * autoscalers;
    const auto agrees = [&] {
      return sidecar().Compared("agree") >= enough && sidecar().Observed("agree") == autoscalers;
    };
    EXPECT_TRUE(admin().RunUntil(agrees, kPatience)) << sidecar().process().standard_error();
    EXPECT_EQ(sidecar().Compared("disagree"), 0) << sidecar().process().standard_error();
    // A disagreement, but that the history is too short to count it.
    EXPECT_EQ(sidecar().Compared("warming_up"), 0) << sidecar().process().standard_error();
  }

 private:
  // Until the controller has looked at all of them once and again.
  void WaitForSyncs() {
    std::map<std::string, int> before = Syncs();
    std::vector<std::string> behind;
    const absl::Time deadline = absl::Now() + kPatience;
    do {
      admin().RunUntil([] { return false; }, kBetweenLooks);
      std::map<std::string, int> now = Syncs();
      behind.clear();
      for (const Scenario& scenario : scenarios()) {
        if (now[scenario.name_space] < before[scenario.name_space] + kSyncs) behind.push_back(scenario.name);
      }
    } while (!behind.empty() && absl::Now() < deadline);
    EXPECT_THAT(behind, IsEmpty()) << "the controller stands still";
  }

  // How often the controller has told of each, by namespace: it does at every look.
  std::map<std::string, int> Syncs() {
    std::map<std::string, int> syncs;
    const std::string log = controller_->process().standard_error();
    for (const absl::string_view line : absl::StrSplit(log, '\n')) {
      for (const Scenario& scenario : scenarios()) {
        if (absl::StrContains(line, WordOf(scenario))) ++syncs[scenario.name_space];
      }
    }
    return syncs;
  }

  // What the lines about a scenario have in them.
  static std::string WordOf(const Scenario& scenario) {
    // Where nobody knows the kind the controller does not say whose target it is.
    if (!HasKnownKind(scenario)) return scenario.fields["target"]["kind"];
    return absl::StrCat("/", scenario.name_space, "/");
  }

  std::set<std::string> QuestionsOf(const std::string& user, const Scenario& scenario) {
    const std::vector<std::string> questions = world().metrics().RequestsOf(user, scenario.name_space);
    return {questions.begin(), questions.end()};
  }

  std::unique_ptr<testing::RealControllerManager> controller_;
};

TEST_F(RealDecisionsTest, AreOursAndTheSidecarFindsSo) {
  Add({"resources.yaml", "readiness.yaml", "custom.yaml", "several.yaml", "limits.yaml", "targets.yaml", "lies.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  Expect();
  // First, so that it sees everything that the real one does.
  StartSidecar({"--sync-period=2s"});
  ASSERT_FALSE(HasFatalFailure());
  const auto count = static_cast<int64_t>(scenarios().size());
  ASSERT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= count; }, kPatience));
  StartController({});
  for (size_t changes = 0; !HasFailure(); ++changes) {
    CompareStates();
    WaitForAgreement();
    if (changes == MostChanges()) break;
    Change(changes + 1);
  }
  CompareEvents();
  CompareQuestions();
  EXPECT_THAT(WritesOfSidecar(), IsEmpty()) << "it only looks on";
  std::cout << scenarios().size() << " scenarios" << std::endl;
}

TEST_F(RealDecisionsTest, AreOursWithOtherSettings) {
  Add({"settings.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  v1::RecommendReplicasOptions options;
  options.set_scale_to_zero(true);
  options.set_downscale_stabilization("3s");
  options.set_tolerance("0.2");
  options.set_initial_readiness_delay("20m");
  options.set_cpu_initialization_period("0s");
  Expect(options);
  StartController({"--feature-gates=HPAScaleToZero=true", "--horizontal-pod-autoscaler-downscale-stabilization=3s",
                   "--horizontal-pod-autoscaler-tolerance=0.2",
                   "--horizontal-pod-autoscaler-initial-readiness-delay=20m",
                   "--horizontal-pod-autoscaler-cpu-initialization-period=0s"});
  for (size_t changes = 0; !HasFailure(); ++changes) {
    CompareStates();
    if (changes == MostChanges()) break;
    Change(changes + 1);
  }
  CompareEvents();
}

}  // namespace
}  // namespace cpsizer::e2e
