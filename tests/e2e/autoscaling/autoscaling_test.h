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

// Scenarios on the real API server, which the tests of this program share: each has namespaces of its own. Nobody acts
// on them unless the test starts somebody. Skipped where the tools are missing.
class AutoscalingTest : public ::testing::Test {
 protected:
  using Flags = std::vector<std::string>;

  // Longer than anything takes on a busy machine.
  static constexpr absl::Duration kTimeout = absl::Minutes(5);
  // Longer than the tests, where the five minutes of the default may be shorter: for both controllers, and for us.
  static constexpr char kWindow[] = "1h";
  static constexpr char kWindowFlag[] = "--horizontal-pod-autoscaler-downscale-stabilization=1h";

  // The settings of settings.yaml, as flags of either controller and as options of ours.
  static Flags OtherSettings();
  static v1::RecommendReplicasOptions OtherOptions();

  void SetUp() override;
  // Takes the autoscalers away.
  void TearDown() override;

  ScenarioFixture& fixture();
  testing::ApiUser& admin() { return fixture().admin(); }
  const std::vector<Scenario>& scenarios() const { return scenarios_; }
  std::list<Expectation>& expectations() { return expectations_; }
  // The most changes that a scenario has.
  size_t MostChanges() const;

  using Wanted = std::function<bool(const Scenario&)>;
  // Puts the wanted scenarios of these files in place, or these.
  void Add(
      const std::vector<std::string>& files, const Wanted& wanted = [](const Scenario&) { return true; });
  void Add(const std::vector<Scenario>& scenarios);
  // Takes in what is to become of them, with kWindow where nothing else is given.
  void Expect(v1::RecommendReplicasOptions options = {});
  // Goes on to the change of this number, in place and in what is expected.
  void Change(size_t changes);
  // Until whoever acts on the autoscaler of a scenario knows that it is gone.
  virtual void WaitUntilForgotten(const Scenario& /*scenario*/) {}

  void StartSidecar(const Flags& flags);
  // Ended with the test.
  ReplicaSidecar& sidecar() { return *sidecar_; }
  // What the sidecar asked the API server to change in this test, but for events: `patch /apis/...`.
  std::vector<std::string> WritesOfSidecar();

 private:
  absl::Time now_;
  std::vector<Scenario> scenarios_;
  std::unique_ptr<Onlooker> onlooker_;
  std::list<Expectation> expectations_;
  std::unique_ptr<ReplicaSidecar> sidecar_;
  size_t writes_before_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALING_TEST_H_
