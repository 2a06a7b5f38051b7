#include "client/sidecar/machine/machine_plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/service/call_failure.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/control/status_fields.h"
#include "client/sidecar/machine/patch_check.h"

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kShortestWait = absl::Seconds(1);
constexpr absl::Duration kLongestWait = absl::Hours(24);
// The period of decisions while a trigger cannot be evaluated or the service refuses the request. Each of these
// failures can end without a change of the object.
constexpr absl::Duration kRetryPeriod = absl::Minutes(1);

MachinePlan Held(const char* reason, std::string note, absl::Duration next, const char* shared = "") {
  MachinePlan plan;
  plan.held = {reason, shared};
  plan.note = std::move(note);
  plan.next = next;
  return plan;
}

MachinePlan InvalidMachinePlan(const std::string& what) {
  return Held(kInvalidResponse, absl::StrCat("the service returned ", what, "; nothing is written"), kRetryPeriod);
}

absl::Duration WaitOf(const v1::RecommendMachineResponse& response) {
  absl::Duration wait;
  if (!absl::ParseDuration(response.requeue_after(), &wait)) wait = kRetryPeriod;
  if (response.degraded().degraded()) wait = std::min(wait, kRetryPeriod);
  return std::clamp(wait, kShortestWait, kLongestWait);
}

// Returns whether the pending change was made. If the response has a current size, the change was made if this size is
// not `pending.from()`. If the autoscaler does not list the size of the machines, the response has no current size. In
// this case, the change was made if the service returned the time of the pending change as the time of the last change.
bool WasApplied(const v1::AutoscalerPendingScale& pending, const v1::RecommendMachineResponse& response) {
  if (response.has_current()) return response.current().name() != pending.from();
  const std::string& last =
      pending.direction() == "Up" ? response.last_scale_up_time() : response.last_scale_down_time();
  return TimeOf(last) == TimeOf(pending.time());
}

MachinePlan Resolve(const v1::AutoscalerPendingScale& pending, const v1::RecommendMachineResponse& response,
                    absl::Time now, absl::Duration pending_for) {
  MachinePlan plan;
  plan.next = kShortestWait;
  plan.usual = WaitOf(response);
  if (WasApplied(pending, response)) {
    plan.action = MachinePlan::Action::kApplied;
    return plan;
  }
  // The time of the pending change can be in the future, if the clock of its writer was wrong.
  const absl::Duration left = kPendingTimeout - std::max(now - TimeOf(pending.time()), pending_for);
  plan.action = left > absl::ZeroDuration() ? MachinePlan::Action::kWait : MachinePlan::Action::kDropped;
  plan.next = std::max(left, kShortestWait);
  return plan;
}

MachinePlan PlanScale(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response) {
  const std::string why = WhyNotAllowed(request, response);
  if (!why.empty()) return InvalidMachinePlan(why);
  MachinePlan plan;
  plan.action = MachinePlan::Action::kScale;
  plan.pending.set_direction(response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP ? "Up" : "Down");
  plan.pending.set_from(response.current().name());
  plan.pending.set_to(response.target().name());
  plan.pending.set_time(request.now());
  plan.next = WaitOf(response);
  return plan;
}

// Returns the reason of the hold if a decision was not possible; null for a regular decision.
const char* HoldReasonOf(v1::MachineReason reason) {
  switch (reason) {
    case v1::MACHINE_REASON_MACHINE_SET_DELETING:
      return kNotObserved;
    case v1::MACHINE_REASON_METRICS_ERROR:
      return kMetricsFailed;
    case v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER:
      return kSizeNotInLadder;
    case v1::MACHINE_REASON_MACHINE_SET_INACTIVE:
      return kMachineSetInactive;
    case v1::MACHINE_REASON_ROLLOUT_IN_PROGRESS:
      return kRolloutInProgress;
    default:
      return nullptr;
  }
}

}  // namespace

MachinePlan PlanMachine(const v1::RecommendMachineRequest& request,
                        const absl::StatusOr<v1::RecommendMachineResponse>& response, absl::Time now,
                        absl::Duration pending_for) {
  if (!response.ok()) {
    std::string note(response.status().message());
    return IsRefusal(response.status()) ? Held(kInputRefused, std::move(note), kRetryPeriod)
                                        : Held(kServiceFailed, std::move(note), kRetryPeriod, kService);
  }
  if (OutcomeName(response->outcome()).empty() || ReasonName(response->reason()).empty()) {
    return InvalidMachinePlan("no outcome");
  }
  const v1::ControlPlaneMachineSetAutoscalerStatus& status = request.control_plane_machine_set_autoscaler().status();
  if (status.has_pending_scale()) return Resolve(status.pending_scale(), *response, now, pending_for);
  if (response->outcome() != v1::MACHINE_OUTCOME_HOLD) return PlanScale(request, *response);
  MachinePlan plan;
  plan.next = WaitOf(*response);
  if (const char* const reason = HoldReasonOf(response->reason())) {
    plan.held = {reason, ""};
    plan.note = response->degraded().degraded() ? response->degraded().message() : response->summary();
  }
  return plan;
}

std::string OutcomeName(v1::MachineOutcome outcome) {
  switch (outcome) {
    case v1::MACHINE_OUTCOME_SCALE_UP:
      return "scale_up";
    case v1::MACHINE_OUTCOME_SCALE_DOWN:
      return "scale_down";
    case v1::MACHINE_OUTCOME_HOLD:
      return "hold";
    default:
      return "";
  }
}

std::string ReasonName(v1::MachineReason reason) {
  if (reason == v1::MACHINE_REASON_UNSPECIFIED || !v1::MachineReason_IsValid(reason)) return "";
  std::string name;
  const std::string& words = v1::MachineReason_Name(reason);
  for (const absl::string_view word : absl::StrSplit(absl::StripPrefix(words, "MACHINE_REASON_"), '_')) {
    absl::StrAppend(&name, word.substr(0, 1), absl::AsciiStrToLower(word.substr(1)));
  }
  return name;
}

}  // namespace cpsizer::sidecar
