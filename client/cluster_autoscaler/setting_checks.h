#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_SETTING_CHECKS_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_SETTING_CHECKS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// Checks of the settings of the operator that a person writes as flags. The service accepts what the operator accepts,
// also values that the operator or the cluster-autoscaler can only ignore or fail with.
//
// Errors: InvalidArgument with the value and what to write instead. An empty text is an error.
namespace cpsizer::cluster_autoscaler {

// Requires a semantic version of a release whose operator is known.
absl::Status CheckReleaseVersion(absl::string_view text);
absl::Status CheckImage(absl::string_view text);
absl::Status CheckNamespace(absl::string_view text);
// Requires the syntax of a name. The cloud providers depend on the build of the cluster-autoscaler.
absl::Status CheckCloudProvider(absl::string_view text);
absl::Status CheckExtraArgs(absl::string_view text);
// Requires an architecture that the cluster-autoscaler knows; it reads others as amd64. Source:
// SystemArchitectureFromString of its provider for Cluster API.
absl::Status CheckArchitecture(absl::string_view text);
// Requires the name of a feature gate that a plan depends on.
absl::Status CheckFeatureGate(absl::string_view text);

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_SETTING_CHECKS_H_
