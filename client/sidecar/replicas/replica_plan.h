#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/control/holds.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::sidecar {

// Reasons of holds, in addition to those in control/hold_reasons.h.
inline constexpr char kTargetBeingDeleted[] = "TARGET_BEING_DELETED";
inline constexpr char kVersionUnknown[] = "VERSION_UNKNOWN";
inline constexpr char kScaleToZeroOff[] = "SCALE_TO_ZERO_OFF";

// The next action for one autoscaler.
struct ReplicaPlan {
  absl::optional<int32_t> write;  // number of replicas to write
  HoldCause held;                 // has no reason if the autoscaler is not held
  std::string note;               // describes the hold
};

// Returns the action that follows from the response to `request`, or from its error. An error or an invalid response
// leads to a hold. For example, a number outside the bounds of the autoscaler is invalid. Pure.
ReplicaPlan PlanReplicas(const v1::RecommendReplicasRequest& request,
                         const absl::StatusOr<v1::RecommendReplicasResponse>& answer);

// Returns `rescale`, `keep`, `disabled`, `metrics_failed` or `target_unreadable`; empty for any other value.
std::string OutcomeName(v1::ReplicasOutcome outcome);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
