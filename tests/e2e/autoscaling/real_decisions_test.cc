// The real kube-controller-manager and our decision, on the same autoscalers, pods and metrics: every status, one after
// the other, and every event must be the same, to the letter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <list>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/e2e/autoscaling/replay.h"
#include "tests/e2e/autoscaling/scenario_objects.h"
#include "tests/e2e/autoscaling/scenario_world.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSubsetOf;
using Flags = std::vector<std::string>;

// Longer than anything takes on a busy machine.
constexpr absl::Duration kPatience = absl::Seconds(100);
constexpr absl::Duration kBetweenLooks = absl::Milliseconds(200);
// How often the controller must have looked again before nothing more is expected of it.
constexpr int kSyncs = 2;

std::string TextOf(const ScenarioWorld::States& states) {
  std::string text;
  for (const AutoscalerState& state : states) absl::StrAppend(&text, "  ", state.text, "\n");
  return text;
}

bool IsPrefix(const ScenarioWorld::States& shorter, const ScenarioWorld::States& longer) {
  return shorter.size() <= longer.size() && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

// One scenario and what must become of it.
struct Expectation {
  Expectation(const Scenario& scenario, Onlooker& onlooker, const v1::RecommendReplicasOptions& options, absl::Time now)
      : scenario(scenario), replay(scenario, onlooker, options, now) {}

  // Whether the order of the autoscalers decides what they do before all know of each other.
  bool flips() const { return scenario.fields.value("flips", false); }
  // Whether the words of an error are those of Go's decoders.
  bool words_differ() const { return scenario.fields.value("words", true) == false; }
  // Nothing can become of it any more that would be expected, or what is expected is there.
  bool IsDecided(const ScenarioWorld::States& seen) const {
    if (words_differ()) return !seen.empty();
    if (flips()) return !seen.empty() && seen.back() == replay.states().back();
    return seen.size() >= replay.states().size() || !IsPrefix(seen, replay.states());
  }

  const Scenario& scenario;
  Replay replay;
};

class RealDecisionsTest : public ::testing::Test {
 protected:
  static void TearDownTestSuite() { world_.reset(); }

  void SetUp() override {
    const std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd", "kube-controller-manager"});
    if (!reason.empty()) {
      if (testing::ToolsAreRequired()) FAIL() << reason << ", and CI must not go without";
      GTEST_SKIP() << reason;
    }
    if (world_ != nullptr) return;
    absl::StatusOr<std::unique_ptr<ScenarioWorld>> world = ScenarioWorld::Start();
    ASSERT_TRUE(world.ok()) << world.status();
    world_ = *std::move(world);
  }

  void TearDown() override {
    controller_.reset();
    if (world_ != nullptr) {
      EXPECT_EQ(world_->Remove(scenarios_), absl::OkStatus());
    }
  }

  void Read(const std::string& file) {
    absl::StatusOr<std::vector<Scenario>> read = ReadScenarios(file, next_);
    ASSERT_TRUE(read.ok()) << file << ": " << read.status();
    next_ += read->size();
    scenarios_.insert(scenarios_.end(), read->begin(), read->end());
  }

  // Puts all in place, then lets the real controller at it.
  void Begin(const Flags& flags, const v1::RecommendReplicasOptions& options) {
    now_ = absl::Now();
    ASSERT_EQ(world_->Add(scenarios_, now_), absl::OkStatus());
    auto onlooker = Onlooker::Start(world_->server());
    ASSERT_TRUE(onlooker.ok()) << onlooker.status();
    onlooker_ = *std::move(onlooker);
    for (const Scenario& scenario : scenarios_) {
      expectations_.emplace_back(scenario, *onlooker_, options, now_);
      expectations_.back().replay.Run(0);
    }
    Flags all = {"--vmodule=horizontal=4"};
    all.insert(all.end(), flags.begin(), flags.end());
    auto controller = testing::RealControllerManager::Start(world_->server(), all);
    ASSERT_TRUE(controller.ok()) << controller.status();
    controller_ = *std::move(controller);
  }

  // Until everything that is expected has happened.
  void WaitForStates() {
    const auto decided = [this](const Expectation& expectation) {
      return expectation.IsDecided(world_->StatesOf(expectation.scenario));
    };
    world_->admin().RunUntil([&] { return std::all_of(expectations_.begin(), expectations_.end(), decided); },
                             kPatience);
  }

  // Until the controller has looked at all of them once and again.
  void WaitForSyncs() {
    std::map<std::string, int> before = Syncs();
    std::vector<std::string> behind;
    const absl::Time deadline = absl::Now() + kPatience;
    do {
      world_->admin().RunUntil([] { return false; }, kBetweenLooks);
      std::map<std::string, int> now = Syncs();
      behind.clear();
      for (const Scenario& scenario : scenarios_) {
        if (now[scenario.name_space] < before[scenario.name_space] + kSyncs) behind.push_back(scenario.name);
      }
    } while (!behind.empty() && absl::Now() < deadline);
    EXPECT_THAT(behind, IsEmpty()) << "the controller stands still";
  }

  void Compare(size_t changes) {
    for (const Expectation& expectation : expectations_) {
      const Scenario& scenario = expectation.scenario;
      const ScenarioWorld::States& seen = world_->StatesOf(scenario);
      const ScenarioWorld::States& expected = expectation.replay.states();
      const std::string what = absl::StrCat(scenario.name_space, ", section ", scenario.section, ": ", scenario.name,
                                            "\n the real controller:\n", TextOf(seen), " ours:\n", TextOf(expected));
      if (expectation.flips()) {
        EXPECT_TRUE(!seen.empty() && seen.back() == expected.back()) << what;
      } else if (expectation.words_differ()) {
        EXPECT_TRUE(!seen.empty() && seen.back().summary == expected.back().summary) << what;
      } else {
        EXPECT_TRUE(seen == expected) << what;
      }
      const size_t done = std::min(changes, ChangesOf(scenario));
      if (!seen.empty()) {
        EXPECT_EQ(seen.back().summary, FieldsAfter(scenario, done)["ends"]) << what;
      }
      if (getenv("CPSIZER_SHOW") != nullptr) std::cout << what;
    }
  }

  void CompareEvents() {
    for (const Expectation& expectation : expectations_) {
      const std::set<std::string> told = world_->EventsOf(expectation.scenario);
      if (expectation.words_differ()) continue;
      if (expectation.flips()) {
        EXPECT_THAT(expectation.replay.events(), IsSubsetOf(told)) << expectation.scenario.name;
      } else {
        EXPECT_EQ(expectation.replay.events(), told) << expectation.scenario.name;
      }
    }
  }

  // Both ask the metrics APIs the same, but that ours looks at metrics where the controller needs none.
  void CompareQuestions() {
    for (const Scenario& scenario : scenarios_) {
      const std::set<std::string> theirs = QuestionsOf(testing::kControllerManagerUser, scenario);
      if (theirs.empty()) continue;
      EXPECT_EQ(QuestionsOf(kOnlooker, scenario), theirs) << scenario.name;
    }
  }

  void CompareAll(const Flags& flags, const v1::RecommendReplicasOptions& options) {
    Begin(flags, options);
    if (HasFatalFailure()) return;
    size_t most = 0;
    for (const Scenario& scenario : scenarios_) most = std::max(most, ChangesOf(scenario));
    for (size_t changes = 0;; ++changes) {
      WaitForStates();
      WaitForSyncs();
      Compare(changes);
      if (changes == most || HasFailure()) break;
      Change(changes + 1);
    }
    CompareEvents();
    CompareQuestions();
    std::cout << scenarios_.size() << " scenarios" << std::endl;
  }

 private:
  void Change(size_t changes) {
    for (Expectation& expectation : expectations_) {
      if (ChangesOf(expectation.scenario) < changes) continue;
      ASSERT_EQ(world_->Change(expectation.scenario, changes, now_), absl::OkStatus());
      expectation.replay.Run(changes);
    }
  }

  std::set<std::string> QuestionsOf(const std::string& user, const Scenario& scenario) {
    const std::vector<std::string> questions = world_->metrics().RequestsOf(user, scenario.name_space);
    return {questions.begin(), questions.end()};
  }

  // How often the controller has told of each, by namespace: it does at every look.
  std::map<std::string, int> Syncs() {
    std::map<std::string, int> syncs;
    const std::string log = controller_->process().standard_error();
    for (const absl::string_view line : absl::StrSplit(log, '\n')) {
      for (const Scenario& scenario : scenarios_) {
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

  // Counts on over the tests, so that no namespace is used twice.
  static size_t next_;
  static std::unique_ptr<ScenarioWorld> world_;
  absl::Time now_;
  std::vector<Scenario> scenarios_;
  std::unique_ptr<Onlooker> onlooker_;
  std::list<Expectation> expectations_;
  std::unique_ptr<testing::RealControllerManager> controller_;
};

size_t RealDecisionsTest::next_ = 1;
std::unique_ptr<ScenarioWorld> RealDecisionsTest::world_;

TEST_F(RealDecisionsTest, OurDecisionsAreThoseOfTheRealController) {
  for (const char* file : {"resources.yaml", "readiness.yaml", "custom.yaml", "several.yaml", "limits.yaml",
                           "targets.yaml", "lies.yaml"}) {
    Read(file);
  }
  if (HasFatalFailure()) return;
  CompareAll({}, {});
}

TEST_F(RealDecisionsTest, OurDecisionsAreThoseOfTheRealControllerWithOtherSettings) {
  Read("settings.yaml");
  if (HasFatalFailure()) return;
  v1::RecommendReplicasOptions options;
  options.set_scale_to_zero(true);
  options.set_downscale_stabilization("3s");
  options.set_tolerance("0.2");
  options.set_initial_readiness_delay("20m");
  options.set_cpu_initialization_period("0s");
  CompareAll({"--feature-gates=HPAScaleToZero=true", "--horizontal-pod-autoscaler-downscale-stabilization=3s",
              "--horizontal-pod-autoscaler-tolerance=0.2", "--horizontal-pod-autoscaler-initial-readiness-delay=20m",
              "--horizontal-pod-autoscaler-cpu-initialization-period=0s"},
             options);
}

}  // namespace
}  // namespace cpsizer::e2e
