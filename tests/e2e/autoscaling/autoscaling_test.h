#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALING_TEST_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALING_TEST_H_

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tests/e2e/autoscaling/expectation.h"
#include "tests/e2e/autoscaling/replica_sidecar.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/e2e/autoscaling/scenario_fixture.h"

namespace cpsizer::e2e {

// Runs scenarios on the real API server. All tests of this program share the server, but each test has its own
// namespaces. No controller changes the objects of scenarios unless a test starts a controller. The tests are skipped
// if the tools are missing.
class AutoscalingTest : public ::testing::Test {
 protected:
  using Flags = std::vector<std::string>;

  // The maximum duration of each step, on a busy machine.
  static constexpr absl::Duration kTimeout = absl::Minutes(5);
  // The stabilization window of the real controller, of the sidecar and of the options of cpsizer. It is longer than
  // each test. The default of five minutes may be shorter than a test.
  static constexpr char kWindow[] = "1h";
  static constexpr char kWindowFlag[] = "--horizontal-pod-autoscaler-downscale-stabilization=1h";

  // Each function returns the settings of scenarios/settings.yaml: as flags of the real controller, or as options of
  // cpsizer.
  static Flags OtherSettings();
  static v1::RecommendReplicasOptions OtherOptions();

  void SetUp() override;
  // Deletes the autoscalers of the test.
  void TearDown() override;

  ScenarioFixture& fixture();
  testing::ApiUser& admin() { return fixture().admin(); }
  const std::vector<Scenario>& scenarios() const { return scenarios_; }
  std::list<Expectation>& expectations() { return expectations_; }
  // Returns the largest number of changes in a scenario.
  size_t MostChanges() const;

  using Wanted = std::function<bool(const Scenario&)>;
  // Creates the scenarios of these files for which `wanted` returns true, or the given scenarios.
  void Add(
      const std::vector<std::string>& files, const Wanted& wanted = [](const Scenario&) { return true; });
  void Add(const std::vector<Scenario>& scenarios);
  // Computes the expected results. If `options` have no window, kWindow is used.
  void Expect(v1::RecommendReplicasOptions options = {});
  // Applies the change with the number `changes` to the objects and the expected results.
  void Change(size_t changes);
  // Waits until the controller of the scenario's autoscaler has noticed that the autoscaler was deleted.
  virtual void WaitUntilForgotten(const Scenario& /*scenario*/) {}

  void StartSidecar(const Flags& flags);
  // The sidecar of this test. It is stopped at the end of the test.
  ReplicaSidecar& sidecar() { return *sidecar_; }
  // Returns the writes of the sidecar in this test except events, such as `patch /apis/...`.
  std::vector<std::string> WritesOfSidecar();

 private:
  absl::Time now_;
  std::vector<Scenario> scenarios_;
  std::unique_ptr<ScenarioObserver> observer_;
  std::list<Expectation> expectations_;
  std::unique_ptr<ReplicaSidecar> sidecar_;
  size_t writes_before_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALING_TEST_H_
