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

// The feature gate of the argument `--enable-provisioning-requests`.
inline constexpr absl::string_view kProvisioningRequestGate = "ProvisioningRequestAvailable";
// The name of the feature gate that enables Cluster API on a platform is this prefix and the platform.
inline constexpr absl::string_view kClusterApiGatePrefix = "ClusterAPIMachineManagement";
// The platforms that have a feature gate for Cluster API.
inline constexpr absl::string_view kClusterApiPlatforms[] = {"AWS",       "Azure",   "BareMetal", "GCP",
                                                             "OpenStack", "PowerVS", "VSphere"};

}  // namespace cpsizer

#endif  // CPSIZER_CLUSTER_AUTOSCALER_SETTINGS_H_
