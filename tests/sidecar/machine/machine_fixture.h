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

// A server with one autoscaler and one ControlPlaneMachineSet, which checks the versions of writes.
class FakeMachineServer : public MachineWriter {
 public:
  explicit FakeMachineServer(kube::EventLoop& loop);

  void WriteStatus(const MachineObject& object, const MachineStatus& status, StillWanted still_wanted,
                   std::function<void(absl::StatusOr<MachineObject>)> done) override;
  void PatchMachineSet(const std::string& name_space, const std::string& patch, StillWanted still_wanted,
                       std::function<void(absl::Status)> done) override;

  // Returns the autoscaler as on the API server.
  MachineObject Object() const;
  const kube::Json& status() const { return autoscaler["status"]; }
  std::string Size() const;
  void SetSize(const std::string& size);

  kube::Json autoscaler;
  kube::Json machine_set;
  std::vector<std::string> writes;  // `status pending small -> medium`, `status`, `patch medium`
  std::deque<absl::Status> status_failures;
  std::deque<absl::Status> patch_failures;     // results of the next patches, which are then not made
  bool lose_answer = false;                    // the next patch is made, and its response is lost
  std::function<void()> before_patch = [] {};  // called before a patch is made
  std::function<void()> after_status = [] {};  // called after a status was written

 private:
  absl::Status Patch(const std::string& patch);

  kube::EventLoop& loop_;
  int64_t version_ = 1;
};

// A controller of machines with fakes: three nodes with this CPU usage, and sizes small, medium and large; up above 80
// % and down below 40 %, each over 5 minutes.
class MachineFixture {
 public:
  explicit MachineFixture(bool enforce);

  // Replaces the controller by a new one that only has the state of the API server, as after SIGKILL.
  void Restart();
  // The API server reports the current autoscaler.
  void Report() { controller->Put(server.Object()); }
  // Advances the time by `duration`, with a measurement every minute.
  void Pass(absl::Duration duration);
  // Passes time until the window is full, and a minute more.
  void FillWindow() { Pass(absl::Minutes(7)); }
  absl::Time Wall() const { return absl::FromUnixSeconds(1'700'000'000) + (manual.now() - absl::UnixEpoch()); }
  SidecarStatus Status() const;
  std::string HoldReason() const;

  kube::ManualLoop manual{"http://127.0.0.1:9"};
  BreakableService service{manual.loop()};
  FakeMachineServer server{manual.loop()};
  Counters counters;
  bool may_write = true;
  int percent = 50;     // of CPU, that each node uses
  absl::Status broken;  // the error of observations
  std::vector<v1::MachineQueryReading> readings;
  v1::MachineMetricsSource source = v1::MACHINE_METRICS_SOURCE_OK;
  std::vector<kube::Event> events;
  std::vector<std::string> log;
  std::unique_ptr<MachineController> controller;

 private:
  void MakeController();
  machine::NodeUsage Usage() const;
  machine::Observation Observation(const MachineObject& object) const;

  const bool enforce_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_FIXTURE_H_
