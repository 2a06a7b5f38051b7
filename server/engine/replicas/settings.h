#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SETTINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SETTINGS_H_

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "cpsizer/replicas_defaults.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// How far a ratio may be from 1 before it counts (section 9.1 of docs/reference/horizontal-pod-autoscaler.md).
struct Tolerances {
  double down = kDefaultTolerance;
  double up = kDefaultTolerance;

  // Returns whether the ratio is within the tolerance; false for NaN.
  bool Hold(double ratio) const { return (1.0 - down) <= ratio && ratio <= (1.0 + up); }
};

// The controller's flags and feature gates, with defaults filled in.
struct ReplicasSettings {
  Nanos downscale_window = kDefaultDownscaleStabilizationSeconds * kSecond;
  Nanos cpu_initialization_period = kDefaultCpuInitializationPeriodSeconds * kSecond;
  Nanos initial_readiness_delay = kDefaultInitialReadinessDelaySeconds * kSecond;
  double tolerance = kDefaultTolerance;
  bool configurable_tolerance = kDefaultConfigurableTolerance;
  bool scale_to_zero = kDefaultScaleToZero;
  bool pod_level_resources = kDefaultPodLevelResources;
  v1::ReplicasZeroRule zero_rule = kDefaultZeroReplicasRule;
  v1::Detail detail = v1::DETAIL_FULL;
};

// Returns the options with the controller's defaults for absent ones. Adds an error to `findings` for each
// malformed duration or tolerance and each unknown enum value.
ReplicasSettings ReadSettings(const v1::RecommendReplicasOptions& options, Findings& findings);

enum class PolicyKind { kPods, kPercent };
enum class SelectPolicy { kMax, kMin, kDisabled };

struct ScalingPolicy {
  PolicyKind kind;
  int32_t value;  // pods, or percent of the replicas at the start of the period
  Nanos period;
};

// One direction of `spec.behavior`, with defaults filled in.
struct ScalingRules {
  Nanos window = 0;
  SelectPolicy select = SelectPolicy::kMax;
  std::vector<ScalingPolicy> policies;

  // Returns zero if there are no policies.
  Nanos LongestPeriod() const;
};

struct ScalingBehavior {
  ScalingRules up;
  ScalingRules down;
};

// The fields of the spec that a decision reads, apart from its metrics.
struct ScalingSpec {
  int32_t min = 1;
  int32_t max = 0;
  Tolerances tolerances;
  // Absent means another algorithm, not the defaults.
  absl::optional<ScalingBehavior> behavior;
};

// Sections 3 and 9.1.
ScalingSpec ReadScalingSpec(const v1::HorizontalPodAutoscalerSpec& spec, const ReplicasSettings& settings,
                            Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SETTINGS_H_
