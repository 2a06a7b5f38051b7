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

// Runs scenarios on the real API server. The tests of this program share the server, and each test has its own
// namespaces. No controller acts on the scenarios unless the test starts one. The tests are skipped if the tools are
// missing.
class AutoscalingTest : public ::testing::Test {
 protected:
  using Flags = std::vector<std::string>;

  // The maximum duration of any step on a busy machine.
  static constexpr absl::Duration kTimeout = absl::Minutes(5);
  // The stabilization window, for both controllers and for the options of cpsizer. It is longer than any test; the
  // default of five minutes may be shorter than a test.
  static constexpr char kWindow[] = "1h";
  static constexpr char kWindowFlag[] = "--horizontal-pod-autoscaler-downscale-stabilization=1h";

  // The settings that scenarios/settings.yaml needs, as flags of the real controller and as options of cpsizer.
  static Flags OtherSettings();
  static v1::RecommendReplicasOptions OtherOptions();

  void SetUp() override;
  // Deletes the autoscalers.
  void TearDown() override;

  ScenarioFixture& fixture();
  testing::ApiUser& admin() { return fixture().admin(); }
  const std::vector<Scenario>& scenarios() const { return scenarios_; }
  std::list<Expectation>& expectations() { return expectations_; }
  // Returns the largest number of changes in a scenario.
  size_t MostChanges() const;

  using Wanted = std::function<bool(const Scenario&)>;
  // Creates the selected scenarios of these files, or the given scenarios.
  void Add(
      const std::vector<std::string>& files, const Wanted& wanted = [](const Scenario&) { return true; });
  void Add(const std::vector<Scenario>& scenarios);
  // Computes the expectations. The window is kWindow if `options` do not contain another one.
  void Expect(v1::RecommendReplicasOptions options = {});
  // Applies the change with this number to the objects and the expectations.
  void Change(size_t changes);
  // Waits until the controller of a scenario's autoscaler has noticed its deletion.
  virtual void WaitUntilForgotten(const Scenario& /*scenario*/) {}

  void StartSidecar(const Flags& flags);
  // The sidecar is stopped at the end of the test.
  ReplicaSidecar& sidecar() { return *sidecar_; }
  // Returns the writes of the sidecar in this test, without events. Example: `patch /apis/...`
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
