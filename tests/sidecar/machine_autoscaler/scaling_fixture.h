#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_FIXTURE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/machine_autoscaler/scaling_objects_json.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// A fake server with MachineAutoscalers and MachineSets. It refuses a write with an old resourceVersion.
class FakeScalingServer {
 public:
  explicit FakeScalingServer(kube::EventLoop& loop) : loop_(loop) {}

  // Answers a write.
  void Send(kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered);

  // These functions store the object with a new version. A new object gets a UID.
  void PutAutoscaler(const BoundsJson& fields) { Put(MachineAutoscalerJson(fields), autoscalers); }
  void PutSet(const TargetJson& fields) { Put(MachineSetJson(fields), sets); }
  // Changes an object as another client does.
  void Change(kube::Json& object, const kube::Json& patch);
  // Deletes a MachineAutoscaler as a user does: the API server keeps the object while it has finalizers.
  void Delete(const std::string& name);
  // Returns the values of the owner, minimum and maximum annotations, such as `owner 1 6`; empty without these
  // annotations.
  std::string BoundsOf(const std::string& set) const;
  // Returns the fields that the controller writes, of all objects, as a text.
  std::string State() const;

  std::map<std::string, kube::Json> autoscalers;  // by name
  std::map<std::string, kube::Json> sets;
  // The accepted writes, such as `finalizer a`, `last a x`, `x a 1 6`, `x` for a release, or `end a`.
  std::vector<std::string> writes;
  std::deque<absl::Status> failures;  // errors for the next writes, which are not applied
  // If not OK, the server applies the next write but returns this error as the response.
  absl::Status lost_answer;
  bool drop_changes = false;                   // true: a webhook reverts each change
  std::function<void()> before_write = [] {};  // called before a write is applied
  int most_at_once = 0;
  int64_t version() const { return version_; }

 private:
  void Put(kube::Json object, std::map<std::string, kube::Json>& objects);
  // Applies the patch of `request` to an object.
  absl::Status Write(std::map<std::string, kube::Json>& objects, const std::string& name,
                     const kube::HttpRequest& request, const std::function<bool()>& still_wanted);
  std::string NextVersion() { return std::to_string(++version_); }

  kube::EventLoop& loop_;
  int64_t version_ = 100;
  int64_t uids_ = 0;
  int under_way_ = 0;
};

// A controller of MachineAutoscalers with fakes.
class ScalingFixture {
 public:
  explicit ScalingFixture(bool enforce);

  // Replaces the controller by a new controller, as after SIGKILL. The new controller has no state except the objects
  // in the API server.
  void Restart();
  // Passes the changes of the server to the controller, as the watch does.
  void Report();
  // Advances the time by `duration`. The watch reports all changes during this time.
  void Pass(absl::Duration duration);
  // Advances the time until only delayed work is left.
  void Settle() { Pass(absl::Seconds(2)); }
  SidecarStatus Status() const;
  std::string HoldReasonOf(const std::string& name) const;
  // Returns the events since the last call. Each event is a text such as `a SuccessfulUpdate`.
  std::vector<std::string> TakeEvents();

  kube::ManualLoop manual{"http://127.0.0.1:9"};
  BreakableService service{manual.loop()};
  FakeScalingServer server{manual.loop()};
  Counters counters;
  bool may_write = true;
  bool watch_is_silent = false;
  int lists = 0;  // number of lists that the controller requested
  std::vector<kube::Event> events;
  std::vector<std::string> log;
  std::unique_ptr<MachineAutoscalerController> controller;

 private:
  void MakeController();
  template <typename T>
  bool ReportKind(const std::map<std::string, kube::Json>& objects, T (*read)(const tree::Node&), Store<T>& store);

  const bool enforce_;
  int64_t reported_ = 0;  // version of the server at the last report
  std::unique_ptr<Store<MachineAutoscaler>> autoscalers_;
  std::unique_ptr<Store<ScalingTarget>> targets_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_FIXTURE_H_
