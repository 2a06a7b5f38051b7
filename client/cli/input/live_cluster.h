#ifndef CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The objects of a cluster.
struct LiveCluster {
  objects::Inventory inventory;
  std::vector<std::string> absent;      // kinds that the cluster does not have
  std::vector<std::string> not_listed;  // messages about optional objects that may not be listed
  // The CPU policy that the installed sidecar publishes on its lease. Errors: those of the API server; NotFound also if
  // the lease does not name a policy.
  absl::StatusOr<v1::SizeCpuPolicy> installed_cpu_policy;
};

// The lists of the objects that sizing uses, hosted clusters of one namespace or (empty) of all.
std::vector<kube::Resource> SizingResources(const std::string& name_space);
// Returns the last segment of the path: `hostedclusters`.
std::string PluralOf(const kube::Resource& resource);

// Reads the objects that sizing uses from a cluster, and autoscalers if they are among `kinds` and may be listed.
// Writes nothing. Errors: those of ClusterConnection.
absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags,
                                            const objects::KindSet& kinds = objects::kSizingKinds);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
