#include "client/sidecar/machine/machine_controller.h"

#include <algorithm>
#include <utility>

#include "client/machine/api_requests.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/control/watch/watched.h"
#include "google/protobuf/util/message_differencer.h"
#include "server/process/show_time.h"

namespace cpsizer::sidecar {
namespace {

using Action = MachinePlan::Action;
using google::protobuf::util::MessageDifferencer;

constexpr char kRefusedReason[] = "ChangeRefused";
constexpr char kInputRefusedReason[] = "InputRefused";
// The minimum delay before the retry of a change that the API server refused.
constexpr absl::Duration kRefusedWait = absl::Minutes(10);

bool HasSameSpec(const ControlPlaneAutoscaler& a, const ControlPlaneAutoscaler& b) {
  return a.uid == b.uid && a.problem == b.problem &&
         MessageDifferencer::Equals(a.autoscaler.spec(), b.autoscaler.spec());
}

}  // namespace

MachineController::MachineController(Dependencies dependencies, Options options)
    : SerialController(std::move(dependencies), options), reporter_(this->dependencies(), state()) {}

const ControlPlaneAutoscaler* MachineController::Current() const {
  for (const auto& [key, object] : dependencies().autoscalers.objects()) {
    if (object.name == machine::kSingletonName) return &object;
  }
  return nullptr;
}

void MachineController::Changed(const ControlPlaneAutoscaler* before, const ControlPlaneAutoscaler* after) {
  if (after == nullptr) state().Delete(KeyOf(*before));
  if (before == nullptr || after == nullptr || !HasSameSpec(*before, *after)) DueAt(now());
}

MachineController::RoundPtr MachineController::BeginRound() {
  const ControlPlaneAutoscaler* const object = Current();
  if (object == nullptr || object->deleting) return nullptr;
  if (!object->problem.empty()) {
    reporter_.SetHold(*object, {kAutoscalerUnreadable, ""}, object->problem);
    return nullptr;
  }
  auto round = std::make_shared<Round>();
  round->object = *object;
  return round;
}

bool MachineController::IsUnchanged(const Round& round) const {
  const ControlPlaneAutoscaler* const object = Current();
  return IsCurrent(round) && object != nullptr && !object->deleting && HasSameSpec(*object, round.object);
}

void MachineController::Observe(const RoundPtr& round) {
  dependencies().observe(round->object, IfAlive([this, round](absl::StatusOr<machine::Observation> observation) {
                           OnObservation(round, std::move(observation));
                         }));
}

void MachineController::OnObservation(const RoundPtr& round, absl::StatusOr<machine::Observation> observation) {
  if (!IsUnchanged(*round)) return EndAndRetry();
  if (observation.ok() && observation->machine_set_deleting) {
    observation = absl::FailedPreconditionError("the ControlPlaneMachineSet is being deleted");
  }
  if (!observation.ok()) {
    reporter_.SetHold(round->object, {kNotObserved, ""}, std::string(observation.status().message()));
    return EndAndRetry();
  }
  samples_.Add(observation->usage);
  round->request = std::move(observation->request);
  Ask(round);
}

void MachineController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  samples_.Write(round->request);
  round->request.set_now(server::ShowTime(dependencies().wall_time()));
  round->request.mutable_options()->set_sample_interval(absl::FormatDuration(options().sample_interval));
  dependencies().service.RecommendMachine(round->request, std::move(answered));
}

void MachineController::OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) {
  reporter_.SetHold(round->object,
                    PlanMachine(round->request, status, dependencies().wall_time(), absl::ZeroDuration()).held,
                    std::string(status.message()));
  EndAfter(wait);
}

void MachineController::OnResponse(const RoundPtr& round, Answer answer) {
  if (!IsUnchanged(*round)) return EndAndRetry();
  round->plan = PlanMachine(round->request, answer, dependencies().wall_time(), PendingFor(*round));
  const MachinePlan& plan = round->plan;
  // A hold because of a refused write lasts until a write succeeds or a plan has no write.
  const bool writes =
      options().enforce && (plan.action == Action::kScale ||
                            (plan.held.reason.empty() && reporter_.HoldReasonOf(round->object) == kWriteFailed));
  if (!writes) reporter_.SetHold(round->object, plan.held, plan.note);
  if (plan.held.reason == kInvalidResponse) {
    ++counters().invalid_responses;
    return EndAfter(plan.next);
  }
  if (!answer.ok()) return OnRefusal(round);
  round->response = *std::move(answer);
  samples_.Keep(round->request, round->response);
  reporter_.Decided(round->object, round->response);
  if (options().enforce) return Act(round);
  reporter_.Observed(round->object, plan.action == Action::kScale, round->response);
  EndAfter(std::max(plan.next, plan.usual));
}

absl::Duration MachineController::PendingFor(const Round& round) {
  const v1::AutoscalerPendingScale& pending = round.object.autoscaler.status().pending_scale();
  if (!MessageDifferencer::Equals(pending, pending_)) {
    pending_ = pending;
    pending_since_ = now();
  }
  return now() - pending_since_;
}

void MachineController::OnRefusal(const RoundPtr& round) {
  if (!options().enforce) return EndAfter(round->plan.next);
  MachineStatus status = round->object.autoscaler.status();
  SetNotActive(round->object.autoscaler, kInputRefusedReason, round->plan.note, round->request.now(), status);
  WriteStatusAndEnd(round, status, round->plan.next);
}

void MachineController::Act(const RoundPtr& round) {
  switch (round->plan.action) {
    case Action::kReport:
      return Report(round);
    case Action::kScale:
      return WritePending(round);
    case Action::kApplied:
    case Action::kDropped:
      return Resolve(round);
    case Action::kWait:
      return EndAfter(round->plan.next);
  }
}

void MachineController::Report(const RoundPtr& round) {
  MachineStatus status = round->object.autoscaler.status();
  SetDecision(round->object.autoscaler, round->response, round->request.now(), status);
  WriteStatusAndEnd(round, status, round->plan.next);
}

void MachineController::Resolve(const RoundPtr& round) {
  MachineStatus status = round->object.autoscaler.status();
  const v1::AutoscalerPendingScale change = status.pending_scale();
  const bool applied = round->plan.action == Action::kApplied;
  applied ? SetApplied(status) : status.clear_pending_scale();
  WriteStatus(round, status, [this, round, change, applied](WriteResult written) {
    if (written != WriteResult::kDone) return EndUnwritten(written);
    reporter_.SetHold(round->object, round->plan.held, round->plan.note);
    reporter_.Resolved(round->object, change, applied);
    EndAfter(round->plan.next);
  });
}

void MachineController::WritePending(const RoundPtr& round) {
  MachineStatus status = round->object.autoscaler.status();
  SetDecision(round->object.autoscaler, round->response, round->request.now(), status);
  SetPending(round->plan.pending, status);
  WriteStatus(round, status, [this, round](WriteResult written) {
    written == WriteResult::kDone ? Patch(round) : EndUnwritten(written);
  });
}

void MachineController::Patch(const RoundPtr& round) {
  Write(round, SizeWrite(round->object.name_space, round->response.patch()),
        [this, round](const WriteResponse& response) { Patched(round, response); });
}

void MachineController::Patched(const RoundPtr& round, const WriteResponse& response) {
  MachineStatus next = round->object.autoscaler.status();
  // The API server sends the same response if a `test` operation of the patch fails and if it refuses the patch. If the
  // ControlPlaneMachineSet has the same version as at the previous refusal, no `test` operation has failed, so the API
  // server refused the patch.
  const std::string& version = round->request.control_plane_machine_set().metadata().resource_version();
  const bool again = std::exchange(refused_version_, "") == version;
  const auto& [result, status, object, sent] = response;
  if (result == WriteResult::kDone) {
    reporter_.SetHold(round->object, {}, "");
    reporter_.Changed(round->object, round->plan.pending, round->response);
    SetApplied(next);
    return WriteStatusAndEnd(round, next, round->plan.next);
  }
  CountUnwritten(result, counters());
  if (result == WriteResult::kUnknown) {
    reporter_.Unknown(round->object, round->plan.pending, status);
    return EndAndRetry();
  }
  // The patch was not sent, or the API server responded that nothing was changed.
  next.clear_pending_scale();
  const bool refused = result == WriteResult::kRefused;
  if (refused) refused_version_ = version;
  if (!refused || !again) return WriteStatus(round, next, [this](WriteResult) { EndAndRetry(); });
  reporter_.Refused(round->object, round->plan.pending, status);
  reporter_.SetHold(round->object, {kWriteFailed, ""}, std::string(status.message()));
  SetNotActive(round->object.autoscaler, kRefusedReason, status.message(), round->request.now(), next);
  WriteStatusAndEnd(round, next, std::max(round->plan.next, kRefusedWait));
}

void MachineController::WriteStatus(const RoundPtr& round, const MachineStatus& status,
                                    std::function<void(WriteResult)> done) {
  if (MessageDifferencer::Equals(status, round->object.autoscaler.status())) return done(WriteResult::kDone);
  Write(round, StatusWrite(round->object, status),
        [this, round, done = std::move(done)](const WriteResponse& response) {
          const WriteResult result = response.result;
          if (result == WriteResult::kDone) {
            OnWritten(*round, ReadControlPlaneAutoscaler(response.object));
          } else if (CountUnwritten(result, counters()) || result == WriteResult::kGone) {
            reporter_.StatusNotWritten(round->object, response.status, result == WriteResult::kRefused);
          }
          done(result);
        });
}

void MachineController::OnWritten(Round& round, ControlPlaneAutoscaler written) {
  ++counters().writes[kMachineStatusWrites];
  round.object = std::move(written);
  PutWritten(dependencies().autoscalers, round.object);
}

void MachineController::WriteStatusAndEnd(const RoundPtr& round, const MachineStatus& status, absl::Duration next) {
  WriteStatus(round, status, [this, round, next](WriteResult written) {
    if (written != WriteResult::kDone) return EndUnwritten(written);
    // After a refused patch, the hold continues.
    if (round->plan.action != Action::kScale) reporter_.SetHold(round->object, round->plan.held, round->plan.note);
    EndAfter(next);
  });
}

void MachineController::EndUnwritten(WriteResult result) {
  result == WriteResult::kRefused ? EndAfter(RefusalDelay()) : EndAndRetry();
}

void MachineController::EndAndRetry() {
  EndUntil(now() + backoff_.Next(now(), random()));
}

}  // namespace cpsizer::sidecar
