// Properties of transitions for random fleets.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "absl/strings/str_cat.h"
#include "tests/history/transitions/scenario.h"
#include "tests/history/transitions/slow_fleet.h"

namespace cpsizer::history {
namespace {

constexpr int kSeconds = 1'500;
constexpr int kFleets = 120;

// Random scenarios. The same seed always gives the same scenario: std::mt19937 is specified, and distributions of the
// standard library, which are not, are not used.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  Scenario Next() {
    Scenario scenario;
    scenario.rules = Rules();
    const int clusters = Number(1, 9);
    for (int i = 0; i < clusters; ++i) scenario.clusters.push_back(Cluster());
    const int events = Number(0, 60);
    for (int i = 0; i < events; ++i) scenario.events.push_back(Event(static_cast<uint32_t>(clusters)));
    std::stable_sort(scenario.events.begin(), scenario.events.end(),
                     [](const ScenarioEvent& a, const ScenarioEvent& b) { return a.second < b.second; });
    return scenario;
  }

 private:
  int Number(int least, int most) {
    return least + static_cast<int>(random_() % static_cast<uint32_t>(most - least + 1));
  }
  bool OneIn(int count) { return Number(1, count) == 1; }
  int Size() { return OneIn(12) ? TransitionCluster::kNoSize : Number(0, 3); }

  TransitionRules Rules() {
    TransitionRules rules;
    rules.criteria_from = {0, 11, 101, 5};
    rules.increase_delay = absl::Seconds(OneIn(4) ? 0 : Number(0, 60));
    rules.decrease_delay = absl::Seconds(OneIn(4) ? 0 : Number(0, 300));
    rules.sliding_window = absl::Seconds(OneIn(8) ? 0 : Number(1, 400));
    rules.limit = OneIn(10) ? 0 : Number(1, 4);
    rules.immediate = OneIn(20);
    return rules;
  }

  TransitionCluster Cluster() {
    TransitionCluster cluster;
    cluster.name = std::string(1, static_cast<char>(Number('a', 'z')));
    cluster.size = Size();
    if (!OneIn(3)) cluster.last_transition = absl::FromUnixSeconds(Number(-400, 0));
    cluster.scheduled = !OneIn(4);
    if (OneIn(8)) cluster.override_size = Size();
    if (OneIn(8)) cluster.paused_until = absl::FromUnixSeconds(Number(0, kSeconds));
    return cluster;
  }

  ScenarioEvent Event(uint32_t clusters) {
    ScenarioEvent event;
    // Few different times, so that several events are at the same instant.
    event.second = Number(0, 60) * 20;
    event.cluster = static_cast<uint32_t>(Number(0, static_cast<int>(clusters) - 1));
    event.is_pause = OneIn(8);
    event.size = Size();
    event.until = OneIn(4) ? absl::InfiniteFuture() : absl::FromUnixSeconds(event.second + Number(-10, 300));
    return event;
  }

  std::mt19937 random_;
};

class PropertiesTest : public ::testing::Test {
 protected:
  // Calls `check` with random scenarios and their transitions.
  template <typename Check>
  static void ForEachFleet(Check check) {
    size_t transitions = 0;
    for (uint32_t seed = 0; seed < kFleets; ++seed) {
      SCOPED_TRACE(absl::StrCat("seed ", seed));
      const Scenario scenario = Generator(seed).Next();
      const std::vector<Transition> done = RunFast(scenario, kSeconds, /*stops=*/false);
      transitions += done.size();
      check(scenario, done);
      if (HasFailure()) return;
    }
    EXPECT_GT(transitions, size_t{kFleets} * 5) << "the scenarios must have transitions";
  }
};

TEST_F(PropertiesTest, EqualsTheSlowSimulation) {
  ForEachFleet([](const Scenario& scenario, const std::vector<Transition>& done) {
    EXPECT_EQ(ShowTransitions(scenario, done), ShowTransitions(scenario, RunSlow(scenario, kSeconds)));
  });
}

TEST_F(PropertiesTest, DoesNotDependOnHowOftenTheTimeAdvances) {
  ForEachFleet([](const Scenario& scenario, const std::vector<Transition>& done) {
    EXPECT_EQ(ShowTransitions(scenario, done), ShowTransitions(scenario, RunFast(scenario, kSeconds, /*stops=*/true)));
  });
}

// Returns how many clusters have their last transition in the window that ends at `time`, before transition number
// `count` of `done`.
int64_t CountInWindow(const Scenario& scenario, const std::vector<Transition>& done, size_t count, absl::Time time) {
  std::vector<absl::Time> last;
  for (const TransitionCluster& cluster : scenario.clusters) {
    last.push_back(cluster.last_transition.value_or(absl::InfinitePast()));
  }
  for (size_t i = 0; i < count; ++i) last[done[i].cluster] = done[i].time;
  const absl::Time begin = time - scenario.rules.sliding_window;
  return std::count_if(last.begin(), last.end(), [begin](absl::Time t) { return t > begin; });
}

TEST_F(PropertiesTest, ScheduledClustersMoveOnlyBelowTheLimit) {
  ForEachFleet([](const Scenario& scenario, const std::vector<Transition>& done) {
    for (size_t i = 0; i < done.size(); ++i) {
      if (!scenario.clusters[done[i].cluster].scheduled || scenario.rules.immediate) continue;
      EXPECT_LT(CountInWindow(scenario, done, i, done[i].time), scenario.rules.limit) << done[i].time;
    }
  });
}

TEST_F(PropertiesTest, TransitionsOfAClusterAreADelayApart) {
  ForEachFleet([](const Scenario& scenario, const std::vector<Transition>& done) {
    if (scenario.rules.immediate) return;
    std::vector<absl::optional<absl::Time>> last;
    for (const TransitionCluster& cluster : scenario.clusters) last.push_back(cluster.last_transition);
    for (const Transition& transition : done) {
      const std::vector<int64_t>& from = scenario.rules.criteria_from;
      const bool increases = (transition.from < 0 ? 0 : from[transition.from]) < from[transition.to];
      const absl::Duration delay = increases ? scenario.rules.increase_delay : scenario.rules.decrease_delay;
      absl::optional<absl::Time>& previous = last[transition.cluster];
      if (previous.has_value()) EXPECT_GE(transition.time - *previous, delay) << transition.time;
      previous = transition.time;
    }
  });
}

TEST_F(PropertiesTest, TransitionsAreInOrderAndChangeTheSize) {
  ForEachFleet([](const Scenario& scenario, const std::vector<Transition>& done) {
    std::vector<int> sizes;
    for (const TransitionCluster& cluster : scenario.clusters) sizes.push_back(cluster.size);
    for (size_t i = 0; i < done.size(); ++i) {
      EXPECT_EQ(done[i].from, sizes[done[i].cluster]);
      EXPECT_NE(done[i].from, done[i].to);
      EXPECT_GE(done[i].to, 0);
      sizes[done[i].cluster] = done[i].to;
      if (i > 0) EXPECT_GE(done[i].time, done[i - 1].time);
    }
  });
}

}  // namespace
}  // namespace cpsizer::history
