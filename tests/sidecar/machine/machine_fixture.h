#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_FIXTURE_H_

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/sidecar/machine/machine_controller.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// A fake server with one autoscaler and one ControlPlaneMachineSet. It refuses a write with an old resourceVersion.
class FakeMachineServer {
 public:
  explicit FakeMachineServer(kube::EventLoop& loop);

  // Answers a write.
  void Send(kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered);

  // Returns the autoscaler as the API server returns it.
  ControlPlaneAutoscaler Object() const;
  const kube::Json& status() const { return autoscaler["status"]; }
  std::string Size() const;
  void SetSize(const std::string& size);

  kube::Json autoscaler;
  kube::Json machine_set;
  // The writes that the server accepted, such as `status pending small -> medium`, `status` or `patch medium`.
  std::vector<std::string> writes;
  std::deque<absl::Status> status_failures;
  std::deque<absl::Status> patch_failures;     // errors for the next patches, which are not applied
  bool lose_answer = false;                    // the next patch is applied, but its response is lost
  std::function<void()> before_patch = [] {};  // called before a patch is applied
  std::function<void()> after_status = [] {};  // called after a status was written

 private:
  absl::StatusOr<tree::Node> WriteStatus(kube::Json patch);
  absl::StatusOr<tree::Node> PatchMachineSet(const std::string& patch);

  kube::EventLoop& loop_;
  int64_t version_ = 1;
};

// A controller of machines with fakes. There are three nodes, each with `percent` of CPU usage, and the sizes small,
// medium and large. The size increases if the CPU usage of the last 5 minutes is above 80 %, and decreases if it is
// below 40 %.
class MachineFixture {
 public:
  explicit MachineFixture(bool enforce);

  // Replaces the controller by a new controller, as after SIGKILL. The new controller has no state except the objects
  // in the API server.
  void Restart();
  // Passes the current autoscaler to the controller, as the watch does.
  void Report();
  // Passes the deletion of the autoscaler.
  void ReportDeleted();
  // Advances the time by `duration`. Each minute has one measurement.
  void Pass(absl::Duration duration);
  // Advances the time until the window is full, and by one more minute.
  void FillWindow() { Pass(absl::Minutes(7)); }
  absl::Time Wall() const { return absl::FromUnixSeconds(1'700'000'000) + (manual.now() - absl::UnixEpoch()); }
  SidecarStatus Status() const;
  std::string HoldReason() const;

  kube::ManualLoop manual{"http://127.0.0.1:9"};
  BreakableService service{manual.loop()};
  FakeMachineServer server{manual.loop()};
  Counters counters;
  bool may_write = true;
  int percent = 50;     // CPU usage of each node
  absl::Status broken;  // result of each observation; OK: it succeeds
  std::vector<v1::MachineQueryReading> readings;
  v1::MachineMetricsSource source = v1::MACHINE_METRICS_SOURCE_OK;
  std::vector<kube::Event> events;
  std::vector<std::string> log;
  std::unique_ptr<MachineController> controller;

 private:
  void MakeController();
  machine::NodeUsage Usage() const;
  machine::Observation Observation(const ControlPlaneAutoscaler& object) const;

  const bool enforce_;
  Store<ControlPlaneAutoscaler> autoscalers_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_FIXTURE_H_
