#ifndef CPSIZER_RECORD_RESCALE_H_
#define CPSIZER_RECORD_RESCALE_H_

#include <cstdint>

#include "absl/time/time.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// Enters a rescale that somebody else made, such as the real controller, into the history of an autoscaler with this
// spec, as a decision enters one of its own: for callers that only look on. Does nothing where such an autoscaler
// remembers none (without `behavior`), and where the number is the same. Requires a history that RecommendReplicas
// gave.
void RecordRescale(const v1::HorizontalPodAutoscalerSpec& spec, int32_t from, int32_t to, absl::Time when,
                   v1::ReplicaHistory& history);

}  // namespace cpsizer

#endif  // CPSIZER_RECORD_RESCALE_H_
