#ifndef CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The objects of a cluster.
struct LiveCluster {
  objects::Inventory inventory;
  std::vector<std::string> absent;      // kinds that the cluster does not have
  std::vector<std::string> not_listed;  // messages about optional objects that may not be listed
};

// Reads the objects that sizing uses from a cluster, and autoscalers if they are among `kinds` and may be listed.
// Writes nothing. Errors: those of ClusterConnection.
absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags,
                                            const objects::KindSet& kinds = objects::kSizingKinds);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_LIVE_CLUSTER_H_
