#ifndef CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_

#include <string>
#include <vector>

#include "client/objects/replica_objects.h"
#include "cpsizer/v1/finding.pb.h"

// Compares an autoscaler with the manifests of workloads in the same files.
namespace cpsizer::cli {

// Returns what is wrong with the manifest of the target: REPLICAS_PINNED, POD_REQUESTS_MISSING if a utilization is a
// target and a container of the pod template has no request, and CONTAINER_NOT_FOUND.
std::vector<v1::Finding> ManifestFindings(const objects::FoundAutoscaler& found, const objects::FoundWorkload& target);

// The workload that is probably meant as a target. The text is empty if there is none.
struct TargetHint {
  std::string text;
  bool same_name = false;  // the workload differs only in its API group
};

// Returns which workload of `workloads` the autoscaler probably means, such as `Deployment web of apps/v1 is there:
// ...`. This is a workload of the same name in another API group, or one with a similar name. Returns an empty text if
// there is none. Requires that no workload is the target.
TargetHint MeantTarget(const objects::FoundAutoscaler& found, const std::vector<objects::FoundWorkload>& workloads);

// Returns TARGET_UNMATCHED with the text of MeantTarget(), or nothing without such a text.
std::vector<v1::Finding> UnmatchedTarget(const objects::FoundAutoscaler& found,
                                         const std::vector<objects::FoundWorkload>& workloads);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_TARGET_FINDINGS_H_
