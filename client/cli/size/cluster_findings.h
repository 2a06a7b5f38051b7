#ifndef CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_
#define CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_

#include "client/cli/size/operator_effect.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Adds SIZE_OVERRIDE_UNKNOWN to the findings of a decision if the override of the cluster names no size. The path
// begins with `hostedCluster.metadata`.
void AddUnknownOverride(const objects::HostedCluster& cluster, const OperatorRules& rules, Findings& findings);

// Returns the findings about the cluster: SIZE_OVERRIDE_UNKNOWN, PAUSED_UNTIL_INVALID, and those about annotations that
// cannot be used (effects::ProblemOf()): REQUEST_OVERRIDE_MALFORMED, REQUEST_OVERRIDE_IGNORED and
// EFFECT_ANNOTATION_MALFORMED. The paths are those in the cluster.
Findings ClusterFindings(const objects::HostedCluster& cluster, const OperatorRules& rules);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CLUSTER_FINDINGS_H_
