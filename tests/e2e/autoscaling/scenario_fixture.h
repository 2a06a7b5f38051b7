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

// The real kube-apiserver with scenarios on it, the metrics APIs that serve them, and a watch of what becomes of the
// autoscalers. Starts without anybody who acts on them.
class ScenarioFixture {
 public:
  using States = std::vector<AutoscalerState>;

  // Errors: those of the parts, with what they said.
  static absl::StatusOr<std::unique_ptr<ScenarioFixture>> Start();

  testing::RealApiServer& server() { return *server_; }
  testing::ApiUser& admin() { return server_->admin(); }
  testing::FakeMetricsApis& metrics() { return metrics_; }

  // Adds scenarios, whose times count back from `now`, and returns when all is in place.
  absl::Status Add(const std::vector<Scenario>& scenarios, absl::Time now);
  // Goes on to what stands after so many changes of one that was added; `now` as before. An autoscaler that is made
  // anew must have been removed.
  absl::Status Change(const Scenario& scenario, size_t changes, absl::Time now);
  // Takes away the autoscalers.
  absl::Status Remove(const std::vector<Scenario>& scenarios);

  // What the status of a scenario's autoscaler was, one after the other.
  const States& StatesOf(const Scenario& scenario) { return states_[scenario.name_space]; }
  // What events tell about it: `Warning FailedGetScale: ...`
  std::set<std::string> EventsOf(const Scenario& scenario);
  // The replicas that the scale of its target asks for; -1 where nobody can tell.
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
