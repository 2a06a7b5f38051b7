#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_FACTS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_FACTS_H_

#include <cstdint>

#include "cpsizer/cluster_autoscaler_settings.h"

namespace cpsizer {

// The properties in which the releases of the operator and of the cluster-autoscaler differ, as far as a plan depends
// on them. Source: section 10 of docs/reference/cluster-autoscaler.md.
enum class ReleaseFact : uint8_t {
  // Arguments and environment variables of the cluster-autoscaler.
  kOpenShiftProvider,     // cloud provider `openshift` with its feature gates for Cluster API; before, `clusterapi`
  kCapiVariables,         // CAPI_GROUP and CAPI_VERSION
  kArchitectureArgument,  // --scale-up-from-zero-default-arch
  kArchitectureVariable,  // CAPI_SCALE_ZERO_DEFAULT_ARCH
  kBulkTaintArgument,     // --max-bulk-soft-taint-count
  kContentTypeArgument,   // --kube-api-content-type
  kProvisioningRequests,  // the feature gate of --enable-provisioning-requests
  // Built-in labels for balancing.
  kPlatformLabels,
  kAlibabaLabel,
  kAwsZoneIdLabel,
  // Settings of a ClusterAutoscaler.
  kExpanders,
  kScaleUp,
  kCordonNodes,
  kEnforceMinSize,
  kStartupTaints,
  // Objects.
  kNetworkPolicies,
  kUpperCaseScheme,  // the spelling of the scheme of a ServiceMonitor
  // MachineSets.
  kCapacityTranslation,   // the operator writes capacities in the form of Kubernetes
  kKubernetesCapacities,  // the cluster-autoscaler reads capacities in the form of Kubernetes
  // The status of the operator.
  kDelayedDegraded,  // Degraded is reported from the third consecutive failure
  kVersionProgress,  // a new minor version is reported as progress
  kRelatedRoles,
  kRelatedMachines,
};

// Returns whether the fact is true for a release. Requires a known release.
bool HoldsIn(const ReleaseVersion& release, ReleaseFact fact);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_FACTS_H_
