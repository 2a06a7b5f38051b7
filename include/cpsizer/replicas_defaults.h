#ifndef CPSIZER_REPLICAS_DEFAULTS_H_
#define CPSIZER_REPLICAS_DEFAULTS_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Defaults for absent fields of RecommendReplicasOptions, equal to the defaults of kube-controller-manager. The
// decision, the flags and the help of the flags use these constants; recommend_replicas.proto repeats their values.
namespace cpsizer {

inline constexpr int kDefaultDownscaleStabilizationSeconds = 300;
inline constexpr int kDefaultCpuInitializationPeriodSeconds = 300;
inline constexpr int kDefaultInitialReadinessDelaySeconds = 30;
// A fraction of the target.
inline constexpr double kDefaultTolerance = 0.1;

// The newest version whose changes are known, and the default version. Later versions are treated as this version.
inline constexpr int kNewestKubernetesMinor = 37;
inline constexpr char kDefaultKubernetesVersion[] = "v1.37";

// Returns the minor version of Kubernetes 1, such as 37 for `v1.37.2`, `1.37` or `v1.37.0-eks-4a2c`. `text` has the
// form of `gitVersion` of the path /version of an API server; the `v` and the patch version may be absent. Returns
// nothing for any other text, for a text of more than 64 bytes, and for a version that is not from v1.23, the first
// with autoscaling/v2, to v1.99.
absl::optional<int> KubernetesMinor(absl::string_view text);

// The defaults that depend on the version.
struct ReplicasDefaults {
  // Feature gates.
  bool scale_to_zero;
  bool configurable_tolerance;
  bool pod_level_resources;
  v1::ReplicasZeroRule zero_rule;
};

// Returns the defaults of the minor version. Source: pkg/features/kube_features.go of Kubernetes v1.37.
constexpr ReplicasDefaults ReplicasDefaultsOf(int minor) {
  return {minor >= 37, minor >= 35, minor >= 34,
          minor >= 36 ? v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION : v1::REPLICAS_ZERO_RULE_MIN_REPLICAS};
}

// Returns whether the status of the autoscaler has the condition ScaledToZero, with any status. Only a controller with
// the feature gate HPAScaleToZero writes this condition.
bool ProvesScaleToZero(const v1::HorizontalPodAutoscaler& autoscaler);

}  // namespace cpsizer

#endif  // CPSIZER_REPLICAS_DEFAULTS_H_
