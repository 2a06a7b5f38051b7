#ifndef CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_

#include <vector>

#include "client/cli/replicas/meant_target.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/finding.pb.h"

// Compares an autoscaler with the manifests of workloads in the same files.
namespace cpsizer::cli {

// Returns what is wrong with the manifest of the target: REPLICAS_PINNED, POD_REQUESTS_MISSING if a utilization is a
// target and a container of the pod template has no request, and CONTAINER_NOT_FOUND.
std::vector<v1::Finding> ManifestFindings(const objects::FoundAutoscaler& found, const objects::FoundWorkload& target);

// Returns TARGET_UNMATCHED with the text of MeantTarget(), or nothing without such a text.
std::vector<v1::Finding> UnmatchedTarget(const objects::FoundAutoscaler& found,
                                         const std::vector<objects::FoundWorkload>& workloads,
                                         const ScaledWorkloads& scaled);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_
