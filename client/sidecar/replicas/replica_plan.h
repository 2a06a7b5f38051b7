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

// What to do about one autoscaler.
struct ReplicaPlan {
  absl::optional<int32_t> write;  // the number to set
  HoldCause held;                 // the reason is empty where it is not held
  std::string note;               // a sentence about that
};

// Pure: what follows from an answer, or its error, to `question`. An answer that cannot be meant, as a number beyond
// the autoscaler's bounds, is held like an error.
ReplicaPlan PlanReplicas(const v1::RecommendReplicasRequest& question,
                         const absl::StatusOr<v1::RecommendReplicasResponse>& answer);

// `rescale`, `keep`, `disabled`, `metrics_failed` or `target_unreadable`; empty for what is none.
std::string OutcomeName(v1::ReplicasOutcome outcome);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
