#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/serial_controller.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/control/write/write_delays.h"
#include "client/sidecar/control/write/writes.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"
#include "client/sidecar/machine_autoscaler/scaling_reporter.h"
#include "client/sidecar/machine_autoscaler/written_targets.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the controller of MachineAutoscalers.
struct MachineAutoscalersKind {
  static constexpr const char* kName = "machine-autoscalers";
  // A refusal applies to the whole request, so a round is treated as one object.
  static constexpr bool kOneObject = true;
  static constexpr const char* kHeldValues = "MachineSets";
  static constexpr const char* kHeldObjects = "machineAutoscalers";
  static constexpr ContentionRule kContention = kScalingContention;

  struct Options {
    bool enforce = false;
    std::string machine_namespace;
  };
  struct Dependencies : ControllerDependencies {
    Store<MachineAutoscaler>& autoscalers;
    Store<ScalingTarget>& targets;
    // Lists MachineAutoscalers and MachineSets again: calls Pause(), and calls Start() when the two lists are complete.
    // Must not be called inside a function of the controller.
    std::function<void()> list_again;
  };

  // One plan for all MachineAutoscalers and MachineSets.
  struct Round : ControlRound {
    v1::PlanClusterAutoscalerRequest request;
    ScalingState state;
    // The versions of the objects of the request. The keys are the results of ScalingStep::WrittenObject().
    std::map<std::string, std::string> versions;
    // The indices of the MachineAutoscalers in the request, by key.
    std::map<std::string, int> indices;
    // The messages of the plan, by key of the MachineAutoscaler.
    std::map<std::string, std::string> messages;
    size_t open = 0;  // number of steps without a result
    // True if the next round is due immediately, because an object was written or has changed.
    bool repeats = false;
    // True if a part of the response is invalid, so that the service is called again soon.
    bool is_partly_invalid = false;
  };
  using Answer = v1::PlanClusterAutoscalerResponse;
};

// Writes the bounds of MachineAutoscalers to MachineSets. A round requests one plan for all MachineAutoscalers, and
// makes the writes whose prerequisites exist on the API server (scaling_plan.h). The next round makes the writes that
// depend on the writes of this round. The precondition of each write is the version of the object in the request.
//
// The controller keeps only the state from earlier rounds that can delay a write: failures, changes by other writers,
// and writes of MachineSets whose result is unknown.
//
// Must be used only on the thread of the event loop.
class MachineAutoscalerController : public SerialController<MachineAutoscalersKind> {
 public:
  MachineAutoscalerController(Dependencies dependencies, Options options);

  // Must be called when the content of a store has changed.
  void Changed();

 private:
  // The steps of a round.
  RoundPtr BeginRound() override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer answer) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  size_t objects() const override { return dependencies().autoscalers.objects().size(); }

  // Returns null if the MachineAutoscaler does not exist.
  const MachineAutoscaler* FindAutoscaler(const std::string& key) const { return dependencies().autoscalers.Find(key); }
  const ScalingTarget* FindTarget(const std::string& name) const;
  // Detects other writers that revert our writes.
  void RecordReverted();
  void NoteEndOfContention();
  void RemoveDeleted();
  void AddObjects(Round& round);
  void HoldAll(const Round& round, const HoldCause& cause, const std::string& note);
  // Reports the plan. Returns the steps that may be sent now.
  std::vector<ScalingStep> Report(const ScalingPlan& plan);
  // Returns whether contention or an earlier failure delays the step.
  bool Waits(const ScalingStep& step);
  bool IsContended(const ScalingStep& step) { return step.writes_target() && ContendedUntil(step) > now(); }
  absl::Time ContendedUntil(const ScalingStep& step);
  void ClearDelays(const ScalingPlan& plan);
  void ReportObserved(const ScalingPlan& plan);

  void Send(const RoundPtr& round, const ScalingStep& step);
  // Returns null if the object that the step writes does not exist.
  const ObjectIdentity* FindWritten(const ScalingStep& step) const;
  // Returns whether the objects of the step are still the same as in the round.
  bool IsStepUnchanged(const Round& round, const ScalingStep& step) const;
  Writes::StillWanted StillWanted(const RoundPtr& round, const ScalingStep& step);
  // `before` is the written object at the time when the write was requested.
  void Written(const RoundPtr& round, const ScalingStep& step, const ObjectIdentity& before,
               const WriteResponse& response);
  void TargetWritten(const RoundPtr& round, const ScalingStep& step, const ScalingTarget& written);
  void AutoscalerWritten(const RoundPtr& round, const ScalingStep& step, const MachineAutoscaler& written);
  void Succeeded(const RoundPtr& round, const ScalingStep& step);
  // Must be called when the write was not sent.
  void Dropped(const RoundPtr& round, const ScalingStep& step);
  void Failed(const RoundPtr& round, const ScalingStep& step, const WriteResponse& response);
  void FailedFor(const ScalingStep& step, const std::string& note, bool warn);
  void EndWrites(const RoundPtr& round);
  absl::Time NextRetry() const;

  ScalingReporter reporter_;
  // The keys of the MachineAutoscalers that were in a round.
  std::set<std::string> known_;
  // The keys are the results of ScalingStep::WrittenObject(). A conflict has no error.
  WriteDelays delays_;
  WrittenTargets written_targets_;
  UnsettledTargets unsettled_targets_;
  std::set<std::string> contended_;  // names of MachineSets
  // The earliest end of a contention that delays a step.
  absl::Time contended_until_ = absl::InfiniteFuture();
};

// The description of --controller=machine-autoscalers, which writes the bounds of MachineAutoscalers to MachineSets.
extern const ControllerInfo kMachineAutoscalerController;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_
