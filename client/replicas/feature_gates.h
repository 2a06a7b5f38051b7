#ifndef CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_
#define CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::replicas {

// Sets the gates of `text`, in the format of --feature-gates of kube-controller-manager: `NAME=true,NAME=false`.
// Errors: InvalidArgument with a sentence about a gate that is malformed or that no decision uses.
absl::Status SetFeatureGates(absl::string_view text, v1::RecommendReplicasOptions& options);

// Sets every gate to its default.
void SetDefaultFeatureGates(v1::RecommendReplicasOptions& options);

// Returns the defaults in the format of SetFeatureGates(). Lives as long as the process.
absl::string_view DefaultFeatureGates();

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_FEATURE_GATES_H_
