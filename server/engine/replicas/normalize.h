#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_

#include <cstdint>

#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/replica_history.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// Two functions that stabilize a proposal with earlier recommendations, and then limit the result. Each function
// records `desired` in the history and sets the conditions AbleToScale and ScalingLimited.

// Implements section 11 of docs/reference/horizontal-pod-autoscaler.md, for an autoscaler without `spec.behavior`.
int32_t NormalizeLegacy(const ScalingSpec& spec, const ReplicasSettings& settings, int32_t current, int32_t desired,
                        Instant now, ReplicaHistory& history, AutoscalerReport& report);

// Implements section 12. Requires an autoscaler with `spec.behavior`.
int32_t NormalizeWithBehavior(const ScalingSpec& spec, int32_t current, int32_t desired, Instant now,
                              ReplicaHistory& history, AutoscalerReport& report);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_
