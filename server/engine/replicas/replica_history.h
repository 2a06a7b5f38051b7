#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_REPLICA_HISTORY_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_REPLICA_HISTORY_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

struct Recommendation {
  int32_t replicas;
  Instant time;
};

struct ScaleEvent {
  int32_t change;  // above zero for both directions
  Instant time;
  bool outdated;
};

// The state that the controller keeps for one autoscaler; see section 13 of
// docs/reference/horizontal-pod-autoscaler.md. The order of the lists is part of the state, because entries are
// overwritten in place.
struct ReplicaHistory {
  std::vector<Recommendation> recommendations;
  std::vector<ScaleEvent> up;
  std::vector<ScaleEvent> down;
};

// Reads `history`. If `history` is absent, the current number is recorded as a recommendation at the time `now`. An
// empty history is not absent.
ReplicaHistory ReadHistory(const v1::RecommendReplicasRequest& request, int32_t current, Instant now,
                           Findings& findings);

// Replaces the last old entry of the list; appends an entry if no entry is old.
void RecordRecommendation(Recommendation recommendation, absl::FunctionRef<bool(const Recommendation&)> is_old,
                          std::vector<Recommendation>& recommendations);

// Implements section 13.2: records a rescale in the list of its direction. Requires current != desired.
void RecordScaleEvent(const ScalingBehavior& behavior, int32_t current, int32_t desired, Instant now,
                      ReplicaHistory& history);

// Records `observedRescales` if the autoscaler has a behavior.
void RecordObservedRescales(const v1::RecommendReplicasRequest& request,
                            const absl::optional<ScalingBehavior>& behavior, ReplicaHistory& history,
                            Findings& findings);

void WriteHistory(const ReplicaHistory& history, v1::ReplicasHistory& message);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_REPLICA_HISTORY_H_
