#ifndef CPSIZER_CLUSTER_AUTOSCALER_SETTINGS_H_
#define CPSIZER_CLUSTER_AUTOSCALER_SETTINGS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

// The values of ClusterAutoscalerOperatorSettings that a plan distinguishes. The decision and the checks of flags use
// them. Source: the cluster-autoscaler-operator.
namespace cpsizer {

// The numbers of a semantic version that are compared.
struct ReleaseVersion {
  uint64_t major;
  uint64_t minor;
};

// Parses a semantic version, with or without the prefix `v`. Returns nothing if `text` is not such a version.
absl::optional<ReleaseVersion> ParseReleaseVersion(absl::string_view text);

constexpr bool operator<(const ReleaseVersion& a, const ReleaseVersion& b) {
  return a.major != b.major ? a.major < b.major : a.minor < b.minor;
}

// The newest release whose operator is known. A plan without a release is a plan of this release.
inline constexpr ReleaseVersion kNewestRelease = {5, 2};
// The releases for which IsKnownRelease() returns true, for messages.
inline constexpr absl::string_view kKnownReleases = "4.12 to 4.23 and 5.0 to 5.2";

// Returns whether the operator of this release is known. Operators of other releases may write other plans, so a plan
// for them is refused. Source: the branches of openshift/cluster-autoscaler-operator.
constexpr bool IsKnownRelease(const ReleaseVersion& release) {
  return (release.major == 4 && release.minor >= 12 && release.minor <= 23) ||
         (release.major == 5 && release.minor <= kNewestRelease.minor);
}

// The architectures that the cluster-autoscaler knows. The first one is the default; the cluster-autoscaler reads all
// other texts as this default. Source: SystemArchitectureFromString of its provider for Cluster API.
inline constexpr absl::string_view kArchitectures[] = {"amd64", "arm64", "ppc64le", "s390x"};

// The feature gate of the argument `--enable-provisioning-requests`.
inline constexpr absl::string_view kProvisioningRequestGate = "ProvisioningRequestAvailable";
// The name of the feature gate that enables Cluster API on a platform is this prefix and the platform.
inline constexpr absl::string_view kClusterApiGatePrefix = "ClusterAPIMachineManagement";
// The platforms that have a feature gate for Cluster API.
inline constexpr absl::string_view kClusterApiPlatforms[] = {"AWS",       "Azure",   "BareMetal", "GCP",
                                                             "OpenStack", "PowerVS", "VSphere"};

}  // namespace cpsizer

#endif  // CPSIZER_CLUSTER_AUTOSCALER_SETTINGS_H_
