#include "client/sidecar/replicas/replica_memory.h"

#include <utility>

namespace cpsizer::sidecar {

void ReplicaMemory::NoteRealRescale(const v1::HorizontalPodAutoscaler& object, int32_t replicas, absl::Time wall_time) {
  Rescale rescale;
  if (rescales.Look(replicas, object.status().last_scale_time(), wall_time, rescale) && history.has_value()) {
    NoteRescale(object.spec(), rescale, *history);
  }
}

void ReplicaMemory::Remember(const v1::RecommendReplicasRequest& question, const v1::RecommendReplicasResponse& answer,
                             bool applied) {
  v1::ReplicasHistory after = answer.history();
  if (!applied) {
    // Rescales enter when they are seen to have happened.
    *after.mutable_scale_up_events() = question.history().scale_up_events();
    *after.mutable_scale_down_events() = question.history().scale_down_events();
  }
  // Without a scale there is nothing to begin a history with.
  if (question.has_scale() || question.has_history()) history = std::move(after);
}

}  // namespace cpsizer::sidecar
