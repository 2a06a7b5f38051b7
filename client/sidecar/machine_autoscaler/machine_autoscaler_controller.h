#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/controller.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/write_delays.h"
#include "client/sidecar/follow/store.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"
#include "client/sidecar/machine_autoscaler/scaling_reporter.h"
#include "client/sidecar/machine_autoscaler/scaling_writer.h"
#include "client/sidecar/machine_autoscaler/unsettled_targets.h"
#include "client/sidecar/machine_autoscaler/written_targets.h"

namespace cpsizer::sidecar {

// The rounds of the controller of MachineAutoscalers.
struct MachineAutoscalersKind {
  static constexpr const char* kName = InfoOf(ControllerKind::kMachineAutoscalers).label;
  // A refusal is about the request as a whole.
  static constexpr bool kOneObject = true;

  // One plan of all MachineAutoscalers and MachineSets.
  struct Round : ControlRound {
    v1::PlanClusterAutoscalerRequest request;
    ScalingState state;
    std::map<std::string, std::string> versions;  // of the objects of the request, by WrittenObject()
    std::map<std::string, int> indices;           // of the MachineAutoscalers of the request, by key
    std::map<std::string, std::string> messages;  // of the plan, by key of the MachineAutoscaler
    bool repeats = false;                         // repeat at once: something was written, or has changed
  };
  using Answer = v1::PlanClusterAutoscalerResponse;
};

// Reconciles MachineAutoscalers onto MachineSets. A round requests one plan for all of them, and makes the writes whose
// prerequisites exist on the API server (scaling_plan.h); the next round continues from there. Each write has the
// version that was planned as its precondition.
//
// From earlier rounds it only remembers what can delay a write: failures, other writers, and writes of MachineSets
// whose result is unknown.
//
// Must be used only on the thread of the event loop.
class MachineAutoscalerController : public Controller<MachineAutoscalersKind> {
 public:
  struct Options {
    bool enforce = false;
    std::string machine_namespace;
  };
  // The objects that it uses. They outlive the controller.
  struct Dependencies {
    kube::EventLoop& loop;
    SizingService& service;
    Store<BoundsObject>& autoscalers;
    Store<ScalingTarget>& targets;
    ScalingWriter& writer;
    std::function<void(const kube::Event&)> record;
    Counters& counters;
    Log log;
    // Returns whether a write may be sent now. Called right before each write.
    std::function<bool()> may_write;
    // Lists both kinds again: Hold(), then Start() once they are complete. Not called from one of the calls below.
    std::function<void()> list_again;
  };

  MachineAutoscalerController(Dependencies dependencies, Options options);

  // The content of a store has changed.
  void Changed();

  bool writes_ended() const override { return writing_ == 0 && steps_.empty(); }

 private:
  // The steps of a round.
  void QueueAll() override { due_ = dependencies_.loop.now(); }
  absl::Time NextDue() const override { return due_; }
  RoundPtr Take() override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void TakeAnswer(const RoundPtr& round, Answer answer) override;
  void TakeFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Return(const RoundPtr& /*round*/) override { due_ = dependencies_.loop.now(); }
  void DescribeKind(SidecarStatus& status) const override;

  // Returns null if there is none.
  const BoundsObject* FindAutoscaler(const std::string& key) const { return dependencies_.autoscalers.Find(key); }
  const ScalingTarget* FindTarget(const std::string& name) const;
  // Detects writes of other writers.
  void NoteUndone();
  void NoteEndOfContention();
  void RemoveDeleted();
  void AddObjects(Round& round);
  void HoldAll(const Round& round, const HoldCause& cause, const std::string& note);
  // Reports the plan; returns the steps that may be sent now.
  std::vector<ScalingStep> Report(const ScalingPlan& plan);
  // Returns whether contention or an earlier failure delays the step.
  bool Waits(const ScalingStep& step);
  bool IsContended(const ScalingStep& step) {
    return step.writes_target() && ContendedUntil(step) > dependencies_.loop.now();
  }
  absl::Time ContendedUntil(const ScalingStep& step);
  void ClearDelays(const ScalingPlan& plan);
  void ReportObserved(const ScalingPlan& plan);

  // Sends the writes of a round, a few at a time.
  void SendNext(const RoundPtr& round);
  void Send(const RoundPtr& round, const ScalingStep& step);
  void SendToTarget(const RoundPtr& round, const ScalingStep& step);
  void SendToAutoscaler(const RoundPtr& round, const ScalingStep& step);
  // Returns whether the objects of the step are still those of the round.
  bool IsUnchanged(const Round& round, const ScalingStep& step) const;
  std::function<bool()> StillWanted(const RoundPtr& round, const ScalingStep& step,
                                    const std::shared_ptr<int>& attempts);
  void TargetAnswered(const RoundPtr& round, const ScalingStep& step, const ScalingTarget& before, int attempts,
                      absl::StatusOr<ScalingTarget> written);
  void AutoscalerAnswered(const RoundPtr& round, const ScalingStep& step, absl::StatusOr<BoundsObject> written);
  void Succeeded(const RoundPtr& round, const ScalingStep& step);
  // The write was not sent.
  void Dropped(const RoundPtr& round, const ScalingStep& step);
  void Failed(const RoundPtr& round, const ScalingStep& step, const absl::Status& status);
  void FailedFor(const ScalingStep& step, const std::string& note, bool warn);
  void EndWrites(const RoundPtr& round);
  void EndAfter(absl::Duration wait);
  absl::Time NextRetry() const;

  const Dependencies dependencies_;
  const Options options_;
  ScalingReporter reporter_;
  absl::Time due_ = absl::InfiniteFuture();
  bool changed_ = false;                         // since the round began: the next one is due at once
  std::set<std::string> known_;                  // keys of MachineAutoscalers that were reported
  std::map<std::string, std::string> failures_;  // the error of the last write, by WrittenObject(); empty for conflicts
  WriteDelays delays_;                           // by WrittenObject()
  WrittenTargets written_targets_;
  UnsettledTargets unsettled_targets_;
  std::set<std::string> contended_;                      // names of MachineSets
  absl::Time contended_until_ = absl::InfiniteFuture();  // the earliest end of contention that delays a step
  std::deque<ScalingStep> steps_;                        // of the round, not sent yet
  size_t writing_ = 0;
  bool sending_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_CONTROLLER_H_
