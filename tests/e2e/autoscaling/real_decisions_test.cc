// The real kube-controller-manager and our decision, on the same autoscalers, pods and metrics: every status, one after
// the other, and every event must be the same, to the letter. The sidecar looks on, and must find so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/e2e/autoscaling/autoscaling_test.h"
#include "tests/e2e/autoscaling/scenario_objects.h"
#include "tests/testing/real_api/real_controller_manager.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsEmpty;

constexpr absl::Duration kBetweenLooks = absl::Milliseconds(200);
// How often the controller must have looked again before nothing more is expected of it.
constexpr int kRealDecisionsSyncs = 2;

class RealDecisionsTest : public AutoscalingTest {
 protected:
  void TearDown() override {
    AutoscalingTest::TearDown();
    controller_.reset();
  }

  // It forgets an autoscaler when it comes to look at it and finds none.
  void WaitUntilForgotten(const Scenario& scenario) override {
    const auto forgotten = [&](absl::string_view line) {
      return absl::StrContains(line, "has been deleted") && absl::StrContains(line, scenario.name_space + "/");
    };
    EXPECT_TRUE(controller_->process().WaitForLine(forgotten, kTimeout).has_value()) << scenario.name;
  }

  void StartController(const Flags& flags) {
    Flags all = {"--vmodule=horizontal=4"};
    all.insert(all.end(), flags.begin(), flags.end());
    auto controller = testing::RealControllerManager::Start(fixture().server(), all);
    ASSERT_TRUE(controller.ok()) << controller.status();
    syncs_.clear();
    counted_ = 0;
    controller_ = *std::move(controller);
  }

  // Until everything that is expected has happened, and nothing more.
  void CompareStates() {
    const auto decided = [this](const Expectation& expectation) {
      return expectation.IsDecided(fixture().StatesOf(expectation.scenario()));
    };
    admin().RunUntil([&] { return std::all_of(expectations().begin(), expectations().end(), decided); }, kTimeout);
    WaitForSyncs();
    for (const Expectation& expectation : expectations()) {
      expectation.CheckStates(fixture().StatesOf(expectation.scenario()));
    }
  }

  // The controller posts events one after the other, in a queue of their own: long after the status where it has many.
  void CompareEvents() {
    const absl::Time deadline = absl::Now() + absl::Minutes(1);
    for (const Expectation& expectation : expectations()) {
      std::set<std::string> told = fixture().EventsOf(expectation.scenario());
      while (told.size() < expectation.events().size() && absl::Now() < deadline) {
        admin().RunUntil([] { return false; }, kBetweenLooks);
        told = fixture().EventsOf(expectation.scenario());
      }
      expectation.CheckEvents(told);
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

  // How much the test has shown, for whoever reads its output.
  void PrintAgreements() {
    if (HasFailure()) return;
    size_t states = 0;
    size_t events = 0;
    for (const Expectation& expectation : expectations()) {
      states += fixture().StatesOf(expectation.scenario()).size();
      events += expectation.events().size();
    }
    std::cout << scenarios().size() << " scenarios: " << states << " statuses and " << events
              << " events of the real controller are ours" << std::endl;
  }

  // Until the sidecar has looked at every autoscaler once and again, and agrees. Everything stands still: what it found
  // while the controller was still on its way, which may take longer than two looks, has been counted before.
  void WaitForAgreement() {
    int64_t autoscalers = 0;
    for (const Scenario& scenario : scenarios()) {
      autoscalers += 1 + static_cast<int64_t>(FieldOr(scenario.fields, "rivals", kube::Json::array()).size());
    }
    const int64_t looked = sidecar().Decisions() + kRealDecisionsSyncs * autoscalers;
    EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= looked; }, kTimeout));
    const int64_t disagreed = sidecar().Compared("disagree");
    // A disagreement, but that the history is too short to count it.
    const int64_t warming_up = sidecar().Compared("warming_up");
    const int64_t enough = sidecar().Compared("agree") + kRealDecisionsSyncs * autoscalers;
    const auto agrees = [&] {
      return sidecar().Compared("agree") >= enough && sidecar().Observed("agree") == autoscalers;
    };
    EXPECT_TRUE(admin().RunUntil(agrees, kTimeout)) << sidecar().process().standard_error();
    EXPECT_EQ(sidecar().Compared("disagree"), disagreed) << sidecar().process().standard_error();
    EXPECT_EQ(sidecar().Compared("warming_up"), warming_up) << sidecar().process().standard_error();
  }

  // Until the status of the only scenario is what the table wants behind so many changes.
  bool WaitForEnd(size_t changes) {
    const std::string end = FieldsAfter(scenarios().front(), changes)["ends"];
    const auto there = [&] {
      const ScenarioFixture::States& states = fixture().StatesOf(scenarios().front());
      return !states.empty() && states.back().summary == end;
    };
    return admin().RunUntil(there, kTimeout);
  }

  // The events of the sidecar about its disagreements over the only scenario.
  std::set<std::string> DifferencesTold() {
    std::set<std::string> told = fixture().EventsOf(scenarios().front());
    for (auto event = told.begin(); event != told.end();) {
      event = absl::StrContains(*event, "ReplicaDecisionsDiffer") ? std::next(event) : told.erase(event);
    }
    return told;
  }

 protected:
  // The wanted scenarios, from their beginning to the last change.
  void ExpectOurs(const Wanted& wanted) {
    Add({"resources.yaml", "readiness.yaml", "custom.yaml", "several.yaml", "limits.yaml", "changes.yaml",
         "targets.yaml", "lies.yaml"},
        wanted);
    ASSERT_FALSE(HasFatalFailure());
    Expect();
    // First, so that it sees everything that the real one does.
    StartSidecar({"--sync-period=2s", kWindowFlag});
    ASSERT_FALSE(HasFatalFailure());
    const auto count = static_cast<int64_t>(scenarios().size());
    ASSERT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= count; }, kTimeout));
    StartController({kWindowFlag});
    for (size_t changes = 0; !HasFailure(); ++changes) {
      CompareStates();
      WaitForAgreement();
      if (changes == MostChanges()) break;
      Change(changes + 1);
    }
    CompareEvents();
    CompareQuestions();
    EXPECT_THAT(WritesOfSidecar(), IsEmpty()) << "it only looks on";
    PrintAgreements();
  }

  std::unique_ptr<testing::RealControllerManager> controller_;

 private:
  // Until the controller has looked at all of them once and again.
  void WaitForSyncs() {
    const std::map<std::string, int> before = Syncs();
    std::vector<std::string> behind;
    const absl::Time deadline = absl::Now() + kTimeout;
    do {
      admin().RunUntil([] { return false; }, kBetweenLooks);
      const std::map<std::string, int>& now = Syncs();
      behind.clear();
      for (const Scenario& scenario : scenarios()) {
        if (now.at(scenario.name_space) < before.at(scenario.name_space) + kRealDecisionsSyncs)
          behind.push_back(scenario.name);
      }
    } while (!behind.empty() && absl::Now() < deadline);
    EXPECT_THAT(behind, IsEmpty()) << "the controller stands still";
  }

  // How often the controller has told of each, by namespace: it does at every look. Its log is long: what was counted
  // once is not read again.
  const std::map<std::string, int>& Syncs() {
    std::vector<std::pair<std::string, int*>> words;
    for (const Scenario& scenario : scenarios()) words.emplace_back(WordOf(scenario), &syncs_[scenario.name_space]);
    const std::string log = controller_->process().standard_error();
    const size_t end = log.rfind('\n') + 1;
    for (const absl::string_view line : absl::StrSplit(absl::string_view(log).substr(counted_, end - counted_), '\n')) {
      for (const auto& [word, count] : words) *count += absl::StrContains(line, word) ? 1 : 0;
    }
    counted_ = end;
    return syncs_;
  }

  // What the lines about a scenario have in them.
  static std::string WordOf(const Scenario& scenario) {
    // Where nobody knows the kind the controller does not say whose target it is.
    if (!HasKnownKind(scenario)) return scenario.fields["target"]["kind"];
    return absl::StrCat("/", scenario.name_space, "/");
  }

  std::set<std::string> QuestionsOf(const std::string& user, const Scenario& scenario) {
    const std::vector<std::string> questions = fixture().metrics().RequestsOf(user, scenario.name_space);
    return {questions.begin(), questions.end()};
  }

  std::map<std::string, int> syncs_;
  size_t counted_ = 0;  // of the log of the controller, in bytes
};

TEST_F(RealDecisionsTest, AreOursAndTheSidecarFindsSo) {
  ExpectOurs([](const Scenario& scenario) { return ChangesOf(scenario) == 0; });
}

// By themselves: client-go has a queue of 1,000 events and drops what it cannot hold, and what fails in the scenarios
// above makes two events in each sync.
TEST_F(RealDecisionsTest, AreOursThroughChangesAndTheSidecarFindsSo) {
  ExpectOurs([](const Scenario& scenario) { return ChangesOf(scenario) > 0; });
}

TEST_F(RealDecisionsTest, AreOursWithOtherSettings) {
  Add({"settings.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  Expect(OtherOptions());
  StartController(OtherSettings());
  for (size_t changes = 0; !HasFailure(); ++changes) {
    CompareStates();
    if (changes == MostChanges()) break;
    Change(changes + 1);
  }
  CompareEvents();
  PrintAgreements();
}

// It forgets what it recommended; the sidecar does not, and tells of it for as long as it makes a difference.
TEST_F(RealDecisionsTest, DifferFromOursAfterARestartOnlyWhileWhatItForgotCounts) {
  static constexpr char kShortWindow[] = "--horizontal-pod-autoscaler-downscale-stabilization=10s";
  // At most one each second: by then the window has been there from the beginning.
  static constexpr int64_t kDecisionsOfAWindow = 12;
  Add({"forgets.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  StartSidecar({"--sync-period=1s", kShortWindow});
  StartController({kShortWindow});
  ASSERT_TRUE(WaitForEnd(0));
  ASSERT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= kDecisionsOfAWindow; }, kTimeout));
  EXPECT_THAT(DifferencesTold(), IsEmpty());
  controller_.reset();
  Change(1);
  StartController({kShortWindow});
  EXPECT_TRUE(admin().RunUntil([&] { return !DifferencesTold().empty(); }, kTimeout));
  EXPECT_GT(sidecar().Compared("disagree"), 0);
  EXPECT_TRUE(WaitForEnd(1));
  EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Observed("agree") == 1; }, kTimeout));
}

}  // namespace
}  // namespace cpsizer::e2e
