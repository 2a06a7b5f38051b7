#ifndef CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/sidecar/replicas/replica_controller.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// The writes of scales.
struct ScaleWrites {
  std::vector<int32_t> writes;
  std::deque<absl::Status> failures;   // results of the next writes
  std::deque<absl::Status> unread;     // results of the next reads of the target, which precede the writes
  std::function<void()> before_write;  // called before a write is recorded
};

// The writes of statuses.
struct StatusWrites {
  std::vector<v1::HorizontalPodAutoscalerStatus> writes;
  std::deque<absl::Status> failures;  // results of the next writes
  absl::Status lost_answer;           // if not OK, writes are stored, but this error is their response
};

// A controller of replicas with fakes. There is one autoscaler `shop/web`. Each of its pods requests 100m of CPU and
// uses `cpu`. Each observation has the values of the fields below.
class ReplicaFixture {
 public:
  explicit ReplicaFixture(bool enforce);

  // Replaces the controller by a new controller, as after a restart. The new controller has the same objects and no
  // other state.
  void Restart();

  // Returns the autoscaler as the API server returns it, with a target of 50 % of CPU and 1 to 10 replicas.
  v1::HorizontalPodAutoscaler Object() const;
  // Returns the request of the current observation of the autoscaler.
  v1::RecommendReplicasRequest ReplicasRequest() const { return Observation(Object()).request; }
  void Put(const v1::HorizontalPodAutoscaler& autoscaler, const std::string& uid = "u1");
  // These functions report an autoscaler and its deletion, as the watch does.
  void Report(const Autoscaler& autoscaler);
  void Remove(const std::string& key);
  // Adds `count` autoscalers with the same target.
  void PutOthers(int count);
  // Advances the time by `duration` and handles all events during this time.
  void Pass(absl::Duration duration);
  void Sync() { Pass(absl::Seconds(15)); }

  // Writes the status that kube-controller-manager would write if it made a decision now. The decision of the library
  // is used.
  void WriteStatusOfKubeControllerManager();

  SidecarStatus Status() const;
  absl::Duration Overrun() const;

  kube::ManualLoop manual{"http://127.0.0.1:9"};
  BreakableService service{manual.loop()};
  ScaleWrites writer;
  StatusWrites statuses;
  Counters counters;
  bool may_write = true;
  // The flag for the feature gate HPAScaleToZero of the controller that Restart() creates; absent: the flag is not set.
  absl::optional<bool> scale_to_zero = false;
  absl::StatusOr<std::string> version = "v1.37.2";  // of the API server
  v1::HorizontalPodAutoscaler object;               // after the last Put() or status write
  int32_t replicas = 2;                             // spec.replicas of the scale
  std::string cpu = "50m";                          // CPU usage of each pod
  absl::Status broken;                              // result of each observation; OK: it succeeds
  std::string metrics_error;                        // error of the resource metrics API; empty: no error
  std::string queue;                                // value of each External metric
  std::string unavailable_api;                      // API that an observation reports as unavailable
  absl::Duration delay;                             // delay of observations
  int observing = 0, most_observing = 0;
  std::vector<std::string> deleted;
  std::vector<kube::Event> events;
  std::vector<std::string> log;
  std::unique_ptr<ReplicaController> controller;

 private:
  replicas::Observation Observation(const v1::HorizontalPodAutoscaler& autoscaler) const;
  void MakeController();
  // Answers a request of the controller.
  void Send(kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered);
  absl::StatusOr<tree::Node> WriteScale(const kube::Json& patch);
  absl::StatusOr<tree::Node> WriteStatus(const std::string& path, const kube::Json& patch);
  void Observe(const v1::HorizontalPodAutoscaler& autoscaler, replicas::Observer::Done done);
  absl::Time Wall() const { return absl::FromUnixSeconds(1'700'000'000) + (manual.now() - absl::UnixEpoch()); }

  const bool enforce_;
  Store<Autoscaler> autoscalers_;
  // The UID and the JSON of each autoscaler, by key.
  std::map<std::string, std::pair<std::string, std::string>> objects_;
  absl::optional<v1::ReplicasHistory> real_history_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_
