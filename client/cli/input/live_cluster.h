#ifndef CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

struct LiveCluster {
  objects::Inventory inventory;
  std::vector<std::string> absent;      // the kinds that the cluster does not serve, as QualifiedPluralOf()
  std::vector<std::string> not_listed;  // messages about optional objects that the user is not allowed to list
  // The CPU policy that the installed sidecar publishes on its lease. Errors: the errors of the API server. Also
  // NotFound if the lease has no annotation with a valid policy.
  absl::StatusOr<v1::SizeCpuPolicy> installed_cpu_policy;
  // The settings of VPAs that the installed sidecar publishes on its lease: see objects::VpaSettingsText().
  std::string installed_vpa_settings = "";
  // The version of the API server; absent if autoscalers are not read.
  absl::optional<absl::StatusOr<std::string>> server_version;
};

// Returns the lists of the objects that sizing uses. The lists of hosted clusters and of NodePools contain the objects
// of one namespace, or of all namespaces if `name_space` is empty. The other lists cover all namespaces.
std::vector<kube::Resource> SizingResources(const std::string& name_space);
// Returns whether the objects only show the numbers of nodes. Without them, sizes by resources are decided as before.
bool IsForNodeCounts(const kube::Resource& resource);
// Returns the last segment of the path, such as `hostedclusters`.
std::string PluralOf(const kube::Resource& resource);
// Returns PluralOf() with the API group, such as `hostedclusters.hypershift.openshift.io`.
std::string QualifiedPluralOf(const kube::Resource& resource);

// Reads from a cluster the objects that sizing uses. Also reads the other kinds in `kinds`, such as autoscalers, if the
// user may list them. Writes nothing. Errors: the errors of ClusterConnection.
absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags,
                                            const objects::KindSet& kinds = objects::kSizingKinds,
                                            objects::MistypedValues mistyped_values = objects::MistypedValues::kRefuse);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
