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

// The action about one autoscaler.
struct ReplicaPlan {
  absl::optional<int32_t> write;  // the number to set
  HoldCause held;                 // the reason is empty if it is not held
  std::string note;               // describes the hold
};

// Returns the action that follows from the response, or its error, to `request`. An invalid response, such as a number
// outside the autoscaler's bounds, is held like an error. Pure.
ReplicaPlan PlanReplicas(const v1::RecommendReplicasRequest& request,
                         const absl::StatusOr<v1::RecommendReplicasResponse>& answer);

// Returns `rescale`, `keep`, `disabled`, `metrics_failed` or `target_unreadable`; empty for any other value.
std::string OutcomeName(v1::ReplicasOutcome outcome);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
