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

// A ratio within these distances from 1 does not change the number of replicas; see section 9.1 of
// docs/reference/horizontal-pod-autoscaler.md.
struct Tolerances {
  double down = kDefaultTolerance;
  double up = kDefaultTolerance;

  // Returns whether the ratio is within the tolerance; false for NaN.
  bool Hold(double ratio) const { return (1.0 - down) <= ratio && ratio <= (1.0 + up); }
};

// The flags and feature gates of the controller. Absent options have the defaults of the version.
struct ReplicasSettings {
  // The minor version of Kubernetes 1, at most kNewestKubernetesMinor.
  int kubernetes_minor = kNewestKubernetesMinor;
  Nanos downscale_window = kDefaultDownscaleStabilizationSeconds * kSecond;
  Nanos cpu_initialization_period = kDefaultCpuInitializationPeriodSeconds * kSecond;
  Nanos initial_readiness_delay = kDefaultInitialReadinessDelaySeconds * kSecond;
  double tolerance = kDefaultTolerance;
  bool configurable_tolerance = true;
  bool scale_to_zero = true;
  bool pod_level_resources = true;
  v1::ReplicasZeroRule zero_rule = v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION;
  v1::Detail detail = v1::DETAIL_FULL;
};

// Reads the options, and sets the defaults of the controller for absent ones. The default of the feature gate
// HPAScaleToZero also depends on the conditions of the autoscaler. Adds an error to `findings` for each malformed
// version, duration or tolerance, and for each unknown enum value.
ReplicasSettings ReadSettings(const v1::RecommendReplicasOptions& options,
                              const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings);

enum class PolicyKind { kPods, kPercent };
enum class SelectPolicy { kMax, kMin, kDisabled };

struct ScalingPolicy {
  PolicyKind kind;
  int32_t value;  // pods, or percent of the replicas at the start of the period
  Nanos period;
};

// One direction of `spec.behavior`. Absent fields have their defaults.
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

// The fields of the spec that are used in a decision, except its metrics.
struct ScalingSpec {
  int32_t min = 1;
  int32_t max = 0;
  Tolerances tolerances;
  // If the behavior is absent, a different algorithm is used; the defaults of the behavior are then not used.
  absl::optional<ScalingBehavior> behavior;
};

// Implements sections 3 and 9.1 of docs/reference/horizontal-pod-autoscaler.md.
ScalingSpec ReadScalingSpec(const v1::HorizontalPodAutoscalerSpec& spec, const ReplicasSettings& settings,
                            Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SETTINGS_H_
