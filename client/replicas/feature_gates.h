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

// Sets each feature gate to its default.
void SetDefaultFeatureGates(v1::RecommendReplicasOptions& options);

// Returns the defaults in the format of SetFeatureGates(). The text is valid until the process ends.
absl::string_view DefaultFeatureGates();

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_
