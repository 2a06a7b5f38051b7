#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_REPLAY_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_REPLAY_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/replicas/observer.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "tests/e2e/autoscaling/autoscaler_state.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/real_api/real_api_server.h"

namespace cpsizer::e2e {

// Observes autoscalers as the command and the sidecar do.
class ScenarioObserver {
 public:
  // Errors: the errors that occur while the kubeconfig is read.
  static absl::StatusOr<std::unique_ptr<ScenarioObserver>> Start(const testing::RealApiServer& server);

  // Reads the input of a decision about the autoscaler of a scenario from the API server and the metrics APIs. The
  // input includes other autoscalers and the current status of the autoscaler, but no `history` and no `options`.
  absl::StatusOr<v1::RecommendReplicasRequest> Observe(const Scenario& scenario);

 private:
  explicit ScenarioObserver(std::unique_ptr<testing::ApiUser> user);

  absl::StatusOr<v1::HorizontalPodAutoscaler> Read(const std::string& path);

  const std::unique_ptr<testing::ApiUser> user_;
  replicas::Observer observer_;
};

// The user name that ScenarioObserver has on the API server.
inline constexpr char kObserverUser[] = "onlooker";

// Computes the expected behavior of the real controller in a scenario. Makes decisions with cpsizer at the times at
// which the controller would make its decisions. Applies each decision to the scale and to the next request.
class Replay {
 public:
  Replay(const Scenario& scenario, ScenarioObserver& observer, const v1::RecommendReplicasOptions& options,
         absl::Time now)
      : scenario_(scenario), observer_(observer), options_(options), now_(now) {}

  // Observes the objects and makes decisions. Requires that the changes up to the number `changes` were applied to the
  // objects. Each call advances the time by half a minute, in steps of a second. The windows of a scenario should be
  // far shorter than half a minute, or longer than a test.
  void Run(size_t changes);

  // Returns all statuses in order. Equal consecutive statuses are one entry.
  const std::vector<AutoscalerState>& states() const { return states_; }
  // Returns the events, such as `Warning FailedGetScale: ...`.
  const std::set<std::string>& events() const { return events_; }
  // Returns the replicas of the scale, or -1 if there is no scale.
  int32_t replicas() const { return request_.has_scale() ? request_.scale().spec().replicas() : -1; }

 private:
  void Observe(const kube::Json& change);
  void Decide();

  const Scenario& scenario_;
  ScenarioObserver& observer_;
  const v1::RecommendReplicasOptions options_;
  absl::Time now_;
  v1::RecommendReplicasRequest request_;
  google::protobuf::RepeatedPtrField<v1::MetricValueStatus> metrics_;  // metrics of the last status
  std::vector<AutoscalerState> states_;
  std::set<std::string> events_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_REPLAY_H_
