#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_LIMITS_OF_CHANGE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_LIMITS_OF_CHANGE_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/replicas/replica_history.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// The reason why a number of replicas was limited or not limited.
struct Limitation {
  absl::string_view reason;  // the reason of the condition ScalingLimited
  absl::string_view message;
  v1::ReplicasStepKind step;
};

inline constexpr Limitation kWithinRange = {"DesiredWithinRange", "the desired count is within the acceptable range",
                                            v1::REPLICAS_STEP_KIND_UNSPECIFIED};
inline constexpr Limitation kTooFew = {"TooFewReplicas",
                                       "the desired replica count is less than the minimum replica count",
                                       v1::REPLICAS_STEP_KIND_MIN_REPLICAS};
inline constexpr Limitation kTooMany = {"TooManyReplicas",
                                        "the desired replica count is more than the maximum replica count",
                                        v1::REPLICAS_STEP_KIND_MAX_REPLICAS};
inline constexpr Limitation kTooFastUp = {"ScaleUpLimit",
                                          "the desired replica count is increasing faster than the maximum scale rate",
                                          v1::REPLICAS_STEP_KIND_RATE};
inline constexpr Limitation kTooFastDown = {
    "ScaleDownLimit", "the desired replica count is decreasing faster than the maximum scale rate",
    v1::REPLICAS_STEP_KIND_RATE};

struct LimitedReplicas {
  int32_t replicas;
  Limitation why;
};

// Implements section 12.2 of docs/reference/horizontal-pod-autoscaler.md: applies the limits that follow from the
// policies of the behavior and from the scale events of both directions.
LimitedReplicas LimitByBehavior(const ScalingSpec& spec, const ReplicaHistory& history, int32_t current,
                                int32_t stabilized, Instant now);

// Implements section 11: the limit is twice the current number, but at least 4.
LimitedReplicas LimitLegacy(const ScalingSpec& spec, int32_t current, int32_t stabilized);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_LIMITS_OF_CHANGE_H_
