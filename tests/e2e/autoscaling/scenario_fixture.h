#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_FIXTURE_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_FIXTURE_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/reflector.h"
#include "tests/e2e/autoscaling/autoscaler_state.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/real_api/fake_metrics_apis.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/real_api/real_controller_manager.h"

namespace cpsizer::e2e {

// Contains the real kube-apiserver with scenarios, the metrics APIs of the scenarios, and a watch of the autoscalers.
// No controller changes the objects of the scenarios until a test starts a controller.
class ScenarioFixture {
 public:
  using States = std::vector<AutoscalerState>;

  // Errors: the errors of the programs and of the API server. The message contains their output.
  static absl::StatusOr<std::unique_ptr<ScenarioFixture>> Start();

  testing::RealApiServer& server() { return *server_; }
  testing::ApiUser& admin() { return server_->admin(); }
  testing::FakeMetricsApis& metrics() { return metrics_; }

  // Adds scenarios. Their times are relative to `now`. Returns when all objects exist.
  absl::Status Add(const std::vector<Scenario>& scenarios, absl::Time now);
  // Applies the change with the number `changes` to a scenario that was added before. `now` has the same meaning as in
  // Add(). If the change creates the autoscaler again, call Remove() first.
  absl::Status Change(const Scenario& scenario, size_t changes, absl::Time now);
  // Deletes the autoscalers of these scenarios.
  absl::Status Remove(const std::vector<Scenario>& scenarios);

  // Returns the statuses that the autoscaler of a scenario has had, in order.
  const States& StatesOf(const Scenario& scenario) { return states_[scenario.name_space]; }
  // Returns the events about the autoscaler of a scenario, such as `Warning FailedGetScale: ...`.
  std::set<std::string> EventsOf(const Scenario& scenario);
  // Returns the replicas in the scale of the target of a scenario, or -1 if the scale cannot be read.
  int64_t ReplicasOf(const Scenario& scenario);

 private:
  ScenarioFixture() = default;

  void Watch();
  void See(const kube::Json& autoscaler);

  testing::FakeMetricsApis metrics_;
  std::unique_ptr<testing::RealApiServer> server_;
  std::map<std::string, States> states_;  // by namespace
  bool watching_ = false;
  std::unique_ptr<kube::Reflector> watch_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_FIXTURE_H_
