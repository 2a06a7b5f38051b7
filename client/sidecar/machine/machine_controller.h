#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_

#include <functional>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/event_loop.h"
#include "client/machine/observer.h"
#include "client/machine/sample_store.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/controller.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/machine/machine_object.h"
#include "client/sidecar/machine/machine_plan.h"
#include "client/sidecar/machine/machine_reporter.h"
#include "client/sidecar/machine/machine_status.h"
#include "client/sidecar/machine/machine_writer.h"

namespace cpsizer::sidecar {

// The rounds of the controller of machines.
struct MachinesKind {
  static constexpr const char* kName = InfoOf(ControllerKind::kMachines).label;
  static constexpr bool kOneObject = true;

  // One decision about the autoscaler.
  struct Round : ControlRound {
    MachineObject object;  // as known on the API server, including the round's own writes
    v1::RecommendMachineRequest request;
    v1::RecommendMachineResponse response;
    MachinePlan plan;
  };
  using Answer = v1::RecommendMachineResponse;
};

// Decides the size of the machines of one control plane: reads the ControlPlaneMachineSet, nodes, usage and queries,
// sends a request to the service, and writes the response, in an order that is safe if the process ends at any time:
//
// 1. the pending change to the status of the autoscaler,
// 2. the patch of the ControlPlaneMachineSet,
// 3. the time of the change to the status, without the pending change.
//
// While the status has a pending change, the controller only checks whether the change was made. Each write has the
// version that was read as its precondition, so that only one of two controllers makes the change. Samples are in
// memory: after a restart no decision is made until the windows are full again.
//
// Must be used only on the thread of the event loop.
class MachineController : public Controller<MachinesKind> {
 public:
  struct Options {
    bool enforce = false;
    absl::Duration sample_interval = absl::Minutes(1);
  };
  using ObserveMachines =
      std::function<void(const MachineObject&, std::function<void(absl::StatusOr<machine::Observation>)>)>;
  // The objects that it uses. They outlive the controller.
  struct Dependencies {
    kube::EventLoop& loop;
    SizingService& service;
    ObserveMachines observe;
    MachineWriter& writer;
    std::function<void(const kube::Event&)> record;
    Counters& counters;
    Log log;
    // Returns whether a write may be sent now. Called right before each write.
    std::function<bool()> may_write;
    std::function<absl::Time()> wall_time = absl::Now;
  };

  MachineController(Dependencies dependencies, Options options);

  // The API server reports the autoscaler, or that there is none.
  void Put(MachineObject object);
  void Remove();
  bool has_object() const { return object_.has_value(); }

  // A measurement of the nodes.
  void AddSamples(const machine::NodeUsage& usage) { samples_.Add(usage); }

  bool writes_ended() const override { return writing_ == 0; }

 private:
  // The steps of a round.
  void QueueAll() override { due_ = dependencies_.loop.now(); }
  absl::Time NextDue() const override { return due_; }
  RoundPtr Take() override;
  void Observe(const RoundPtr& round) override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void TakeAnswer(const RoundPtr& round, Answer answer) override;
  void TakeFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Return(const RoundPtr& /*round*/) override { due_ = dependencies_.loop.now(); }
  void DescribeKind(SidecarStatus& status) const override;

  // Returns whether the autoscaler is still the one of the round, with the same spec.
  bool IsUnchanged(const Round& round) const;
  std::function<bool()> StillWanted(const RoundPtr& round);
  void TakeObservation(const RoundPtr& round, absl::StatusOr<machine::Observation> observation);
  // Returns how long the pending change of the status has been known.
  absl::Duration PendingFor(const Round& round);
  // The service refuses the object.
  void TakeRefusal(const RoundPtr& round);
  void Act(const RoundPtr& round);
  void Report(const RoundPtr& round);
  void Resolve(const RoundPtr& round);
  // The three writes of a change.
  void WritePending(const RoundPtr& round);
  void Patch(const RoundPtr& round);
  void Patched(const RoundPtr& round, const absl::Status& status);
  // Writes the status if it differs, then calls `done` with the result; the round then has the written object.
  void WriteStatus(const RoundPtr& round, const MachineStatus& status, std::function<void(const absl::Status&)> done);
  void TakeWritten(Round& round, MachineObject written);
  // The last step of a round: the status, and when the next round is due.
  void WriteStatusAndEnd(const RoundPtr& round, const MachineStatus& status, absl::Duration next);
  void HoldAndRetry(const RoundPtr& round, const HoldCause& cause, const absl::Status& status);
  void EndAfter(absl::Duration wait);
  // Called after a write that failed, or if an object changed: the next round is soon, and later after each time in a
  // row.
  void EndAndRetry();

  const Dependencies dependencies_;
  const Options options_;
  MachineReporter reporter_;
  machine::SampleStore samples_;
  absl::optional<MachineObject> object_;
  absl::Time due_ = absl::InfiniteFuture();
  bool changed_ = false;  // since the round began: the next one is due at once
  kube::Backoff backoff_;
  std::string refused_version_;         // of the ControlPlaneMachineSet whose last patch was refused
  v1::AutoscalerPendingScale pending_;  // as last seen
  absl::Time pending_since_;
  size_t writing_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_
