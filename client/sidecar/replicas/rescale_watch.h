#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_RESCALE_WATCH_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_RESCALE_WATCH_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
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

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_RESCALE_WATCH_H_
