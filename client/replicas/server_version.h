#ifndef CPSIZER_CLIENT_REPLICAS_SERVER_VERSION_H_
#define CPSIZER_CLIENT_REPLICAS_SERVER_VERSION_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// The version of an API server, which determines the defaults of kube-controller-manager.
namespace cpsizer::replicas {

// The path that returns the version. By default, every user may read it.
inline constexpr char kVersionPath[] = "/version";

// Returns `gitVersion` of the response to a GET of kVersionPath. Errors: InvalidArgument if it is not a version of
// KubernetesMinor().
absl::StatusOr<std::string> ReadGitVersion(const tree::Node& answer);

// Returns the version and, if the decision treats it as another version, that version: `v1.38.0, treated as v1.37`.
// Requires a version of KubernetesMinor().
std::string VersionWords(const std::string& version);

// Sets the version and the options that depend on it, so that the defaults of a service with another version have no
// effect. Options that are set do not change. Enables the feature gate HPAScaleToZero if the version or the conditions
// of the autoscaler show that it is on. An empty version means that the version is not known: the other options then
// get the defaults of kDefaultKubernetesVersion.
void SetVersion(const std::string& version, const v1::HorizontalPodAutoscaler& autoscaler,
                v1::RecommendReplicasOptions& options);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_SERVER_VERSION_H_
