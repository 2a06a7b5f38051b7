#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_

#include <cstdint>

#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/replica_history.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// These functions use earlier recommendations to stabilize a proposal, and then limit it. Both record `desired` in the
// history and set the conditions AbleToScale and ScalingLimited.

// Implements section 11 of docs/reference/horizontal-pod-autoscaler.md, for an autoscaler without `spec.behavior`.
int32_t NormalizeLegacy(const ScalingSpec& spec, const ReplicasSettings& settings, int32_t current, int32_t desired,
                        Instant now, ReplicaHistory& history, AutoscalerReport& report);

// Implements section 12. Requires an autoscaler with `spec.behavior`.
int32_t NormalizeWithBehavior(const ScalingSpec& spec, int32_t current, int32_t desired, Instant now,
                              ReplicaHistory& history, AutoscalerReport& report);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_NORMALIZE_H_
