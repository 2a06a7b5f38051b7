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

// A scenario and its expected result, from the decision of cpsizer and from the table.
class Expectation {
 public:
  // `scenario` and `observer` must outlive it; the scenario is created.
  Expectation(const Scenario& scenario, ScenarioObserver& observer, const v1::RecommendReplicasOptions& options,
              absl::Time now);

  const Scenario& scenario() const { return scenario_; }
  // The expected replicas of the target's scale; -1 if there is no scale.
  int64_t replicas() const { return replay_.replicas(); }
  const std::set<std::string>& events() const { return replay_.events(); }

  // Adds the change number `changes`, which is already applied.
  void Change(size_t changes);

  // Returns whether the observed states are the expected ones, or can no longer become so.
  bool IsDecided(const ScenarioFixture::States& seen) const;
  // Fails the test if the observed states or events differ from the expected ones.
  void CheckStates(const ScenarioFixture::States& seen) const;
  // The same for the last state alone.
  bool IsLastState(const ScenarioFixture::States& seen) const;
  void CheckLastState(const ScenarioFixture::States& seen) const;
  void CheckEvents(const std::set<std::string>& observed) const;

 private:
  // Returns whether the result depends on the order in which autoscalers are decided before all are known.
  bool flips() const { return scenario_.fields.value("flips", false); }
  // Returns whether the text of an error comes from Go's decoders.
  bool words_differ() const { return !scenario_.fields.value("words", true); }

  const Scenario& scenario_;
  Replay replay_;
  size_t changes_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_EXPECTATION_H_
