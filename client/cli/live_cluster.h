#ifndef CPSIZER_CLIENT_CLI_LIVE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_LIVE_CLUSTER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Which cluster to read, and what of it.
struct ClusterFlags {
  std::string kubeconfig;  // empty: KUBECONFIG, the pod's account, ~/.kube/config
  std::string context;     // empty: the current one
  std::string name_space;  // of the hosted clusters; empty: all

  bool empty() const { return kubeconfig.empty() && context.empty() && name_space.empty(); }
};

// What a cluster holds.
struct LiveCluster {
  objects::Inventory inventory;
  std::vector<std::string> absent;  // kinds that the cluster does not know
};

// Reads what sizing looks at from a cluster, and writes nothing. Errors: NotFound where nothing says how to reach one;
// InvalidArgument and FailedPrecondition about a kubeconfig, a certificate or a plugin; else what the API server says.
absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_LIVE_CLUSTER_H_
