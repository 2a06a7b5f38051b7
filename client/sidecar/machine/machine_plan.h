#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/sidecar/control/holds.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::sidecar {

// A pending change is dropped if it was not made within this time. The time is longer than the sum of our own timeout
// and 60 s, which is the maximum time of the API server for a request.
inline constexpr absl::Duration kPendingTimeout = absl::Minutes(2);

// Reasons of holds, in addition to those in control/hold_reasons.h.
inline constexpr char kSizeNotInLadder[] = "SIZE_NOT_IN_LADDER";
inline constexpr char kMachineSetInactive[] = "MACHINE_SET_INACTIVE";
inline constexpr char kRolloutInProgress[] = "ROLLOUT_IN_PROGRESS";

// The next action for one autoscaler.
struct MachinePlan {
  enum class Action : uint8_t {
    kReport,   // no change; the status has the reason
    kScale,    // write `pending` to the status, then send the patch of the response
    kApplied,  // the pending change was made: it becomes the last change
    kDropped,  // the pending change was not made and will not be made: it is removed
    kWait,     // the pending change was not made, but it may still be made
  };
  Action action = Action::kReport;
  v1::AutoscalerPendingScale pending;  // for kScale
  HoldCause held;                      // has no reason if the autoscaler is not held
  std::string note;                    // a sentence about the hold
  absl::Duration next;                 // delay until the next decision
  absl::Duration usual;                // delay until the next decision if nothing is written
};

// Returns the action that follows from the response to `request`, or from its error. An error or an invalid response
// leads to a hold. For example, a response is invalid if its patch sets a field that is not a field of a size. While
// the status has a pending change, a valid response only leads to kApplied, kDropped or kWait. `pending_for` is the
// time since this process first read the pending change. Pure.
MachinePlan PlanMachine(const v1::RecommendMachineRequest& request,
                        const absl::StatusOr<v1::RecommendMachineResponse>& response, absl::Time now,
                        absl::Duration pending_for);

// Returns `scale_up`, `scale_down` or `hold`; empty for any other value.
std::string OutcomeName(v1::MachineOutcome outcome);
// Returns the reason as it is written in conditions, such as `NoTriggerMet`.
std::string ReasonName(v1::MachineReason reason);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_
