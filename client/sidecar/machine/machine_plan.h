#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/sidecar/control/holds.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::sidecar {

// A pending change is dropped after this time if it is still unknown whether the API server will make it. Longer than
// the API server takes for any request (60 s), plus our own timeout.
inline constexpr absl::Duration kPendingTimeout = absl::Minutes(2);

// The next action about one autoscaler.
struct MachinePlan {
  enum class Action : uint8_t {
    kReport,   // nothing changes; the status says why
    kScale,    // write `pending` to the status, then send the patch of the response
    kApplied,  // the pending change of the status was made: it becomes the last change
    kDropped,  // it was not made, and will not be: it is removed
    kWait,     // it was not made, but may still be
  };
  Action action = Action::kReport;
  v1::AutoscalerPendingScale pending;  // for kScale
  HoldCause held;                      // the reason is empty if it is not held
  std::string note;                    // a sentence about the hold
  absl::Duration next;                 // until the next decision
  absl::Duration usual;                // `next` if nothing is written
};

// Returns the action that follows from the response, or its error, to `request`. An invalid response, such as one with
// a patch of another field, is held like an error. While the status has a pending change, the only action is to resolve
// it. `pending_for`: how long this process has known that pending change. Pure.
MachinePlan PlanMachine(const v1::RecommendMachineRequest& request,
                        const absl::StatusOr<v1::RecommendMachineResponse>& response, absl::Time now,
                        absl::Duration pending_for);

// Returns `scale_up`, `scale_down` or `hold`; empty for any other value.
std::string OutcomeName(v1::MachineOutcome outcome);
// Returns the reason in the form of conditions: `NoTriggerMet`.
std::string ReasonName(v1::MachineReason reason);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_PLAN_H_
