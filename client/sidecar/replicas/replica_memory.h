#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_MEMORY_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_MEMORY_H_

#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/replicas/replica_shadow.h"
#include "client/sidecar/replicas/scale_events.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::sidecar {

// What is remembered about one autoscaler between its decisions. In memory alone, as in the real controller.
struct ReplicaMemory {
  std::string uid;
  absl::Time since;  // the first decision
  absl::optional<v1::ReplicasHistory> history;
  RescaleWatch rescales;
  ReplicaShadow shadow;
  // As last seen or written, in enforce mode. Absent where another process may have written since.
  absl::optional<v1::HorizontalPodAutoscalerStatus> status;

  // Observe mode: enters a rescale by kube-controller-manager into the history. `replicas` are those of the scale now.
  void NoteRealRescale(const v1::HorizontalPodAutoscaler& object, int32_t replicas, absl::Time wall_time);
  // The history after a decision: what was recommended, and of rescales those that were `applied`.
  void Remember(const v1::RecommendReplicasRequest& question, const v1::RecommendReplicasResponse& answer,
                bool applied);
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_MEMORY_H_
