#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_EVENTS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_EVENTS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::sidecar {

// A rescale that the real controller was seen to make.
struct Rescale {
  int32_t from = 0;
  int32_t to = 0;
  absl::Time when;
};

// Enters it into `history` where an autoscaler with this spec remembers rescales: in the place of the last event that
// no policy of its direction looks back to, else behind all.
//
// Source: section 13.2 of docs/reference/horizontal-pod-autoscaler.md; the service does the same with rescales of its
// own.
void NoteRescale(const v1::HorizontalPodAutoscalerSpec& spec, const Rescale& rescale, v1::ReplicasHistory& history);

// Finds the rescales of the real controller, as far as two looks at an autoscaler tell of them: the scale asks for
// another number, and `lastScaleTime` of the status, which the controller writes afterwards, has moved. A number that
// somebody else has changed is none. Two rescales between two looks count as one.
class RescaleWatch {
 public:
  // A look. True with the rescale since the one before.
  bool Look(int32_t replicas, const std::string& last_scale_time, absl::Time now, Rescale& rescale);

 private:
  bool looked_ = false;
  bool unexplained_ = false;  // the number has changed, and the status does not say so yet
  int32_t replicas_ = 0;
  std::string last_scale_time_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_EVENTS_H_
