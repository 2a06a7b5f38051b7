// Compares the decisions of cpsizer with the real kube-controller-manager, for the same autoscalers, pods and metrics.
// All statuses, their order, and all events must be equal. The sidecar in observe mode must report that it agrees.
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

constexpr absl::Duration kPollInterval = absl::Milliseconds(200);
// The result must be complete after this number of additional syncs of each autoscaler by the controller.
constexpr int kRealDecisionsSyncs = 2;

class RealDecisionsTest : public AutoscalingTest {
 protected:
  void TearDown() override {
    AutoscalingTest::TearDown();
    controller_.reset();
  }

  // The controller notices the deletion of an autoscaler when it tries to read the autoscaler and does not find it.
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

  // Waits until the autoscalers have had all expected states. Then checks that they had no other states.
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

  // Compares the events. The controller sends events from a separate queue. If there are many events, they arrive long
  // after the status.
  void CompareEvents() {
    const absl::Time deadline = absl::Now() + absl::Minutes(1);
    for (const Expectation& expectation : expectations()) {
      std::set<std::string> events = fixture().EventsOf(expectation.scenario());
      while (events.size() < expectation.events().size() && absl::Now() < deadline) {
        admin().RunUntil([] { return false; }, kPollInterval);
        events = fixture().EventsOf(expectation.scenario());
      }
      expectation.CheckEvents(events);
    }
  }

  // Compares the requests to the metrics APIs. The controller and cpsizer must send the same requests. Ignores
  // scenarios in which the controller needs no metrics, because cpsizer may read metrics then too.
  void CompareRequests() {
    for (const Scenario& scenario : scenarios()) {
      const std::set<std::string> theirs = RequestsOf(testing::kControllerManagerUser, scenario);
      if (theirs.empty()) continue;
      EXPECT_EQ(RequestsOf(kObserverUser, scenario), theirs) << scenario.name;
    }
  }

  // Prints the numbers of scenarios, statuses and events that were compared.
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

  // Waits until the sidecar has decided each autoscaler at least twice. Then waits until the sidecar agrees about all
  // of them. Requires that the objects no longer change. The controller may still have work to do during the first
  // wait, so the test ignores disagreements of this time.
  void WaitForAgreement() {
    int64_t autoscalers = 0;
    for (const Scenario& scenario : scenarios()) {
      autoscalers += 1 + static_cast<int64_t>(FieldOr(scenario.fields, "rivals", kube::Json::array()).size());
    }
    const int64_t required_decisions = sidecar().Decisions() + kRealDecisionsSyncs * autoscalers;
    EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= required_decisions; }, kTimeout));
    const int64_t disagreed = sidecar().Compared("disagree");
    // The number of differences that are not disagreements because the history is too short.
    const int64_t warming_up = sidecar().Compared("warming_up");
    const int64_t enough = sidecar().Compared("agree") + kRealDecisionsSyncs * autoscalers;
    const auto agrees = [&] {
      return sidecar().Compared("agree") >= enough && sidecar().Observed("agree") == autoscalers;
    };
    EXPECT_TRUE(admin().RunUntil(agrees, kTimeout)) << sidecar().process().standard_error();
    EXPECT_EQ(sidecar().Compared("disagree"), disagreed) << sidecar().process().standard_error();
    EXPECT_EQ(sidecar().Compared("warming_up"), warming_up) << sidecar().process().standard_error();
  }

  // Requires that the test has one scenario. Waits until the status of its autoscaler is the status that the table
  // expects after this number of changes.
  bool WaitForEnd(size_t changes) {
    const std::string end = FieldsAfter(scenarios().front(), changes)["ends"];
    const auto there = [&] {
      const ScenarioFixture::States& states = fixture().StatesOf(scenarios().front());
      return !states.empty() && states.back().summary == end;
    };
    return admin().RunUntil(there, kTimeout);
  }

  // Requires that the test has one scenario. Returns the events in which the sidecar reports disagreements about its
  // autoscaler.
  std::set<std::string> DifferenceEvents() {
    std::set<std::string> events = fixture().EventsOf(scenarios().front());
    for (auto event = events.begin(); event != events.end();) {
      event = absl::StrContains(*event, "ReplicaDecisionsDiffer") ? std::next(event) : events.erase(event);
    }
    return events;
  }

 protected:
  // Compares the selected scenarios from their initial state to their last change.
  void ExpectOurs(const Wanted& wanted) {
    Add({"resources.yaml", "readiness.yaml", "custom.yaml", "several.yaml", "limits.yaml", "changes.yaml",
         "targets.yaml", "lies.yaml"},
        wanted);
    ASSERT_FALSE(HasFatalFailure());
    Expect();
    // The sidecar starts before the real controller, so it observes all changes of the real controller.
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
    CompareRequests();
    EXPECT_THAT(WritesOfSidecar(), IsEmpty()) << "observe mode writes nothing";
    PrintAgreements();
  }

  std::unique_ptr<testing::RealControllerManager> controller_;

 private:
  // Waits until the controller has synced all autoscalers at least twice.
  void WaitForSyncs() {
    const std::map<std::string, int> before = Syncs();
    std::vector<std::string> pending;
    const absl::Time deadline = absl::Now() + kTimeout;
    do {
      admin().RunUntil([] { return false; }, kPollInterval);
      const std::map<std::string, int>& now = Syncs();
      pending.clear();
      for (const Scenario& scenario : scenarios()) {
        if (now.at(scenario.name_space) < before.at(scenario.name_space) + kRealDecisionsSyncs) {
          pending.push_back(scenario.name);
        }
      }
    } while (!pending.empty() && absl::Now() < deadline);
    EXPECT_THAT(pending, IsEmpty()) << "the controller does not sync";
  }

  // Returns the number of log lines of the controller about each autoscaler, by namespace. The controller logs each
  // sync. The log is long, so each call reads only the new lines and adds their number to the earlier number.
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

  // Returns the text that is part of each log line about a scenario.
  static std::string WordOf(const Scenario& scenario) {
    // If the kind of the target is unknown, the controller logs the kind but not the namespace.
    if (!HasKnownKind(scenario)) return scenario.fields["target"]["kind"];
    return absl::StrCat("/", scenario.name_space, "/");
  }

  std::set<std::string> RequestsOf(const std::string& user, const Scenario& scenario) {
    const std::vector<std::string> requests = fixture().metrics().RequestsOf(user, scenario.name_space);
    return {requests.begin(), requests.end()};
  }

  std::map<std::string, int> syncs_;
  size_t counted_ = 0;  // number of bytes of the controller's log that were counted
};

TEST_F(RealDecisionsTest, AreOursAndTheSidecarReportsAgreement) {
  ExpectOurs([](const Scenario& scenario) { return ChangesOf(scenario) == 0; });
}

// Scenarios with changes have a separate test. The reason is that failing scenarios cause two events in each sync, and
// the event queue of client-go drops events after 1,000 events.
TEST_F(RealDecisionsTest, AreOursThroughChangesAndTheSidecarReportsAgreement) {
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

// When the real controller restarts, it loses its recommendations. The sidecar keeps its recommendations. It reports a
// disagreement as long as these recommendations change the result.
TEST_F(RealDecisionsTest, DifferFromOursAfterARestartOnlyWhileTheLostHistoryCounts) {
  static constexpr char kShortWindow[] = "--horizontal-pod-autoscaler-downscale-stabilization=10s";
  // The sidecar makes at most one decision per second. After this number of decisions, its history covers the window.
  static constexpr int64_t kDecisionsOfAWindow = 12;
  Add({"forgets.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  StartSidecar({"--sync-period=1s", kShortWindow});
  StartController({kShortWindow});
  ASSERT_TRUE(WaitForEnd(0));
  ASSERT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= kDecisionsOfAWindow; }, kTimeout));
  EXPECT_THAT(DifferenceEvents(), IsEmpty());
  controller_.reset();
  Change(1);
  StartController({kShortWindow});
  EXPECT_TRUE(admin().RunUntil([&] { return !DifferenceEvents().empty(); }, kTimeout));
  EXPECT_GT(sidecar().Compared("disagree"), 0);
  EXPECT_TRUE(WaitForEnd(1));
  EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Observed("agree") == 1; }, kTimeout));
}

}  // namespace
}  // namespace cpsizer::e2e
