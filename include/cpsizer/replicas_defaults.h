#ifndef CPSIZER_REPLICAS_DEFAULTS_H_
#define CPSIZER_REPLICAS_DEFAULTS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"

// Defaults for absent fields of RecommendReplicasOptions, equal to the defaults of kube-controller-manager v1.36. The
// decision, the flags and the help of the flags use these constants; recommend_replicas.proto repeats their values.
namespace cpsizer {

inline constexpr int kDefaultDownscaleStabilizationSeconds = 300;
inline constexpr int kDefaultCpuInitializationPeriodSeconds = 300;
inline constexpr int kDefaultInitialReadinessDelaySeconds = 30;
// A fraction of the target.
inline constexpr double kDefaultTolerance = 0.1;
// Feature gates.
inline constexpr bool kDefaultScaleToZero = false;
inline constexpr bool kDefaultConfigurableTolerance = true;
inline constexpr bool kDefaultPodLevelResources = true;
// The rule of Kubernetes v1.36 and later.
inline constexpr v1::ReplicasZeroRule kDefaultZeroReplicasRule = v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION;

}  // namespace cpsizer

#endif  // CPSIZER_REPLICAS_DEFAULTS_H_
