#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/backoff.h"
#include "client/machine/observer.h"
#include "client/machine/sample_store.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/serial_controller.h"
#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/machine/control_plane_autoscaler.h"
#include "client/sidecar/machine/machine_plan.h"
#include "client/sidecar/machine/machine_reporter.h"
#include "client/sidecar/machine/machine_status.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the controller of machines.
struct MachinesKind {
  static constexpr const char* kName = "machines";
  static constexpr bool kOneObject = true;
  static constexpr const char* kHeldValues = "machine sizes";
  static constexpr const char* kHeldObjects = "autoscalers";
  // Disables the detection of contention between writers, because no other writer changes the size.
  static constexpr ContentionRule kContention = {1, absl::ZeroDuration(), absl::ZeroDuration()};

  struct Dependencies : ControllerDependencies {
    Store<ControlPlaneAutoscaler>& autoscalers;
    std::function<void(const ControlPlaneAutoscaler&, std::function<void(absl::StatusOr<machine::Observation>)>)>
        observe;
  };
  struct Options {
    bool enforce = false;
    absl::Duration sample_interval = absl::Minutes(1);
  };
  // One decision about the autoscaler.
  struct Round : ControlRound {
    ControlPlaneAutoscaler object;  // the latest known version, including the writes of this round
    v1::RecommendMachineRequest request;
    v1::RecommendMachineResponse response;
    MachinePlan plan;
  };
  using Answer = v1::RecommendMachineResponse;
};

// Decides the size of the machines of one control plane. The controller reads the ControlPlaneMachineSet, the nodes,
// their usage and the results of the queries, and sends a request to the service. Then it makes these writes, in an
// order that is safe if the process ends at any time:
//
// 1. It writes the pending change to the status of the autoscaler.
// 2. It patches the ControlPlaneMachineSet.
// 3. It writes the time of the change to the status, and removes the pending change.
//
// While the status has a pending change, the controller only checks whether the change was made. The precondition of
// each write is the version that was read. Therefore only one of two controllers can make the change. Samples are kept
// only in memory. Therefore, after a restart, no decision is made until the windows of the triggers are full again.
//
// Must be used only on the thread of the event loop.
class MachineController : public SerialController<MachinesKind> {
 public:
  MachineController(Dependencies dependencies, Options options);

  // Must be called when the API server reports the autoscaler (Watched::AddStore()).
  void Changed(const ControlPlaneAutoscaler* before, const ControlPlaneAutoscaler* after);

  // Adds a measurement of the nodes.
  void AddSamples(const machine::NodeUsage& usage) { samples_.Add(usage); }

 private:
  // The steps of a round.
  RoundPtr BeginRound() override;
  void Observe(const RoundPtr& round) override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer answer) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  // Returns whether the current autoscaler is the autoscaler of the round, with the same spec.
  bool IsUnchanged(const Round& round) const override;
  size_t objects() const override { return Current() == nullptr ? 0 : 1; }

  // Returns null if the autoscaler does not exist.
  const ControlPlaneAutoscaler* Current() const;
  void OnObservation(const RoundPtr& round, absl::StatusOr<machine::Observation> observation);
  // Returns the time since this process first read the pending change of the status.
  absl::Duration PendingFor(const Round& round);
  // Handles a refusal of the request by the service.
  void OnRefusal(const RoundPtr& round);
  void Act(const RoundPtr& round);
  void Report(const RoundPtr& round);
  void Resolve(const RoundPtr& round);
  // The steps of a change, each with one write.
  void WritePending(const RoundPtr& round);
  void Patch(const RoundPtr& round);
  void Patched(const RoundPtr& round, const WriteResponse& response);
  // Writes the status if it differs from the current status, then calls `done` with the result. After a successful
  // write, the round has the written object.
  void WriteStatus(const RoundPtr& round, const MachineStatus& status, std::function<void(WriteResult)> done);
  void OnWritten(Round& round, ControlPlaneAutoscaler written);
  // The last step of a round: writes the status, and sets the time of the next round.
  void WriteStatusAndEnd(const RoundPtr& round, const MachineStatus& status, absl::Duration next);
  // Ends the round after a write of the status that was not stored.
  void EndUnwritten(WriteResult result);
  // Ends the round after a write that failed or an object that changed. The next round is due soon; the delay grows
  // with each consecutive call.
  void EndAndRetry();

  MachineReporter reporter_;
  machine::SampleStore samples_;
  kube::Backoff backoff_;
  // The version of the ControlPlaneMachineSet whose last patch was refused.
  std::string refused_version_;
  v1::AutoscalerPendingScale pending_;  // the latest known pending change
  absl::Time pending_since_;
};

// The options of --controller=machines.
class MachineOptions : public KindOptions {
 public:
  std::vector<server::Flag> Flags() override {
    return {server::DurationFlag("--sample-interval", "time between two measurements of the control plane nodes",
                                 absl::Seconds(1), sample_interval)};
  }
  void AddSettings(std::vector<LogField>& settings) const override {
    settings.push_back({"sampleInterval", absl::FormatDuration(sample_interval)});
  }

  absl::Duration sample_interval = absl::Minutes(1);
};

// The description of --controller=machines, which decides the size of the control plane machines of the cluster.
extern const ControllerInfo kMachineController;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_CONTROLLER_H_
