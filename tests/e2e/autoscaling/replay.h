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

// Looks at autoscalers as the command and the sidecar do.
class Onlooker {
 public:
  // Errors: those of its kubeconfig.
  static absl::StatusOr<std::unique_ptr<Onlooker>> Start(const testing::RealApiServer& server);

  // What there is to decide on, by what the API server and the metrics APIs say now, rivals too; all but `history` and
  // `options`, and with the status that the autoscaler has there.
  absl::StatusOr<v1::RecommendReplicasRequest> Observe(const Scenario& scenario);

 private:
  explicit Onlooker(std::unique_ptr<testing::ApiUser> user);

  absl::StatusOr<v1::HorizontalPodAutoscaler> Read(const std::string& path);

  const std::unique_ptr<testing::ApiUser> user_;
  replicas::Observer observer_;
};

// Who it is on the API server.
inline constexpr char kOnlooker[] = "onlooker";

// What the real controller should do to a scenario: our decision, asked again and again as the controller decides, with
// each answer applied to the scale and carried on to the next question.
class Replay {
 public:
  Replay(const Scenario& scenario, Onlooker& onlooker, const v1::RecommendReplicasOptions& options, absl::Time now)
      : scenario_(scenario), onlooker_(onlooker), options_(options), now_(now) {}

  // Looks at what stands there after so many changes, once they are in place, and decides. Each time the time goes on
  // by half a minute, in steps of a second: windows should be far shorter, or longer than a test.
  void Run(size_t changes);

  // What the status was, one after the other, without repetitions.
  const std::vector<AutoscalerState>& states() const { return states_; }
  // `Warning FailedGetScale: ...`
  const std::set<std::string>& events() const { return events_; }
  // That the scale asks for; -1 where there is none.
  int32_t replicas() const { return request_.has_scale() ? request_.scale().spec().replicas() : -1; }

 private:
  void Look(const kube::Json& change);
  void Decide();

  const Scenario& scenario_;
  Onlooker& onlooker_;
  const v1::RecommendReplicasOptions options_;
  absl::Time now_;
  v1::RecommendReplicasRequest request_;
  google::protobuf::RepeatedPtrField<v1::MetricValueStatus> metrics_;  // of the last status
  std::vector<AutoscalerState> states_;
  std::set<std::string> events_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_REPLAY_H_
