#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_EXPECTATION_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_EXPECTATION_H_

#include <cstdint>
#include <set>
#include <string>

#include "absl/time/time.h"
#include "tests/e2e/autoscaling/replay.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/e2e/autoscaling/scenario_fixture.h"

namespace cpsizer::e2e {

// A scenario and what must become of it, by our decision and by the table.
class Expectation {
 public:
  // `scenario` and `onlooker` must outlive it; the scenario is in place.
  Expectation(const Scenario& scenario, Onlooker& onlooker, const v1::RecommendReplicasOptions& options,
              absl::Time now);

  const Scenario& scenario() const { return scenario_; }
  // The replicas that the scale of the target must ask for now; -1 where there is none.
  int64_t replicas() const { return replay_.replicas(); }
  const std::set<std::string>& events() const { return replay_.events(); }

  // Takes in the change number `changes`, which is in place.
  void Change(size_t changes);

  // Whether what was seen is what is expected, or can no longer become it.
  bool IsDecided(const ScenarioFixture::States& seen) const;
  // Fails the test where the states or events that were seen are others than those that are expected.
  void CheckStates(const ScenarioFixture::States& seen) const;
  // The same for the last state alone.
  bool IsLastState(const ScenarioFixture::States& seen) const;
  void CheckLastState(const ScenarioFixture::States& seen) const;
  void CheckEvents(const std::set<std::string>& told) const;

 private:
  // Whether the order of the autoscalers decides what they do before all know of each other.
  bool flips() const { return scenario_.fields.value("flips", false); }
  // Whether the words of an error are those of Go's decoders.
  bool words_differ() const { return !scenario_.fields.value("words", true); }

  const Scenario& scenario_;
  Replay replay_;
  size_t changes_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_EXPECTATION_H_
