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

// A scenario and its expected result. The result comes from the decision of cpsizer and from the table of scenarios.
class Expectation {
 public:
  // `scenario` and `observer` must outlive the Expectation. Requires that the objects of the scenario exist.
  Expectation(const Scenario& scenario, ScenarioObserver& observer, const v1::RecommendReplicasOptions& options,
              absl::Time now);

  const Scenario& scenario() const { return scenario_; }
  // Returns the expected replicas of the scale of the target, or -1 if there is no scale.
  int64_t replicas() const { return replay_.replicas(); }
  const std::set<std::string>& events() const { return replay_.events(); }

  // Adds the change with the number `changes`. Requires that the change was applied to the objects.
  void Change(size_t changes);

  // Returns whether the observed states are equal to the expected states, or can no longer become equal to them. If
  // flips() or words_differ() is true, returns whether the last observed state is the last expected state.
  bool IsDecided(const ScenarioFixture::States& seen) const;
  // Fails the test if the observed states differ from the expected states, or if the last state is not the last state
  // in the table.
  void CheckStates(const ScenarioFixture::States& seen) const;
  // These functions check only the last state.
  bool IsLastState(const ScenarioFixture::States& seen) const;
  void CheckLastState(const ScenarioFixture::States& seen) const;
  void CheckEvents(const std::set<std::string>& observed) const;

 private:
  // Returns whether the order of the first decisions affects the result. A controller that has not read all autoscalers
  // yet can decide them in any order.
  bool flips() const { return scenario_.fields.value("flips", false); }
  // Returns whether the error message in the status comes from Go's decoders. The message of cpsizer is then different.
  bool words_differ() const { return !scenario_.fields.value("words", true); }

  const Scenario& scenario_;
  Replay replay_;
  size_t changes_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_EXPECTATION_H_
