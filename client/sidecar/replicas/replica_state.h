#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/replicas/replica_comparator.h"
#include "client/sidecar/replicas/status_watch.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::sidecar {

// Detects the rescales of kube-controller-manager from two observations of an autoscaler. A rescale changes the number
// in the scale, and then `lastScaleTime` in the status. A change by another writer is not a rescale. Two rescales
// between two observations are reported as one rescale.
class RescaleWatch {
 public:
  // Takes an observation. Returns the rescale since the previous observation, if there was one.
  absl::optional<v1::ReplicasRescale> Observe(int32_t replicas, const std::string& last_scale_time, absl::Time now);

 private:
  bool observed_ = false;
  bool unexplained_ = false;  // the number has changed, but `lastScaleTime` has not
  int32_t replicas_ = 0;
  std::string last_scale_time_;
};

// The state of one autoscaler between its decisions. This state is only in memory, as in kube-controller-manager.
struct ReplicaState {
  std::string uid;
  absl::Time since;  // time of the first decision
  absl::optional<v1::ReplicasHistory> history;
  RescaleWatch rescales;
  // Used in observe mode: the rescales by kube-controller-manager that the history does not contain yet. There are at
  // most kMaxUnreportedRescales.
  std::vector<v1::ReplicasRescale> observed;
  ReplicaComparator comparator;
  StatusWatch status;  // used in enforce mode

  // Used in observe mode. Detects a rescale by kube-controller-manager. `replicas` is the current number in the scale.
  void NoteRealRescale(const v1::HorizontalPodAutoscaler& object, int32_t replicas, absl::Time wall_time);
  // Adds the history to a request. `observe_only` must be true if the response will not be applied.
  void AddTo(v1::RecommendReplicasRequest& request, bool observe_only) const;
  // Takes the history after a decision. `write_failed` must be true if the rescale of the decision was not applied
  // because its write failed.
  void RecordDecision(const v1::RecommendReplicasRequest& request, const v1::RecommendReplicasResponse& answer,
                      bool write_failed);
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATE_H_
