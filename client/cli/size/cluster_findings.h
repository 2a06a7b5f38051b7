#ifndef CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_
#define CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_

#include "client/cli/size/operator_effect.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Adds SIZE_OVERRIDE_UNKNOWN to the findings of a decision if the override of the cluster names no size. The path
// begins with `hostedCluster.metadata`.
void AddUnknownOverride(const objects::HostedCluster& cluster, const OperatorRules& rules, Findings& findings);

// Returns the findings about the cluster: SIZE_OVERRIDE_UNKNOWN, PAUSED_UNTIL_INVALID, and REQUEST_OVERRIDE_MALFORMED
// or REQUEST_OVERRIDE_IGNORED for annotations that set requests of containers. The paths are those in the cluster.
// Source: support/controlplane-component/defaults.go of the repository hypershift.
Findings ClusterFindings(const objects::HostedCluster& cluster, const OperatorRules& rules);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_
