#ifndef CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/sidecar/replicas/replica_controller.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {

// Records writes of scales instead of sending them.
class RecordingScaleWriter : public ScaleWriter {
 public:
  explicit RecordingScaleWriter(kube::EventLoop& loop) : loop_(loop) {}

  void Write(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done) override;

  std::vector<int32_t> writes;
  std::deque<absl::Status> failures;   // results of the next writes
  std::function<void()> before_write;  // called before a write is recorded
  std::function<void(int32_t)> after_write;

 private:
  kube::EventLoop& loop_;
};

// Records writes of statuses instead of sending them.
class RecordingStatusWriter : public StatusWriter {
 public:
  explicit RecordingStatusWriter(kube::EventLoop& loop) : loop_(loop) {}

  void Write(const Autoscaler& autoscaler, const v1::HorizontalPodAutoscalerStatus& status, StillWanted still_wanted,
             Done done) override;

  std::vector<v1::HorizontalPodAutoscalerStatus> writes;
  std::deque<absl::Status> failures;  // results of the next writes
  absl::Status lost_answer;           // if not OK, writes are stored, but this error is their response
  std::function<void(const Autoscaler&)> after_write;

 private:
  kube::EventLoop& loop_;
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
  void Put(const v1::HorizontalPodAutoscaler& object, const std::string& uid = "u1");
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
  RecordingScaleWriter writer{manual.loop()};
  RecordingStatusWriter statuses{manual.loop()};
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
  void Observe(const v1::HorizontalPodAutoscaler& autoscaler, replicas::Observer::Done done);
  absl::Time Wall() const { return absl::FromUnixSeconds(1'700'000'000) + (manual.now() - absl::UnixEpoch()); }

  const bool enforce_;
  absl::optional<v1::ReplicasHistory> real_history_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_REPLICAS_REPLICA_FIXTURE_H_
