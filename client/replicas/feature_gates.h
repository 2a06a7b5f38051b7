#ifndef CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_
#define CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::replicas {

// Sets the feature gates in `text`. The format is the format of --feature-gates of kube-controller-manager:
// `NAME=true,NAME=false`. Errors: InvalidArgument with a sentence about the gate if a gate is malformed or if no
// decision uses it.
absl::Status SetFeatureGates(absl::string_view text, v1::RecommendReplicasOptions& options);

// The defaults of the feature gates, for the help of the flag.
inline constexpr char kDefaultFeatureGates[] =
    "that of the version of Kubernetes: HPAScaleToZero is on from v1.37, HPAConfigurableTolerance from v1.35, "
    "PodLevelResources from v1.34";

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_
