#ifndef CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_MODEL_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/capacity/management_cluster.h"
#include "client/capacity/rescheduling.h"
#include "client/capacity/resources.h"
#include "client/cli/capacity/request_changes.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Nodes that are planned: `count` nodes like the node `name`, without pods.
struct PlannedNodes {
  std::string name;
  int64_t count = 0;
};

// The control plane from which further ones of a size are made: the pods of a cluster that has the size.
struct SizeTemplate {
  std::string size;
  size_t clusters = 0;                              // the number of clusters with this size
  const objects::HostedCluster* cluster = nullptr;  // null if no cluster with this size has pods
  capacity::ControlPlane control_plane;
  capacity::Resources requests;  // of the whole control plane
  // The components that run on nodes of their own cluster (dedicated request serving). They are not a part of
  // `control_plane`, because a further cluster gets other nodes.
  std::vector<std::string> on_own_nodes;
  // The placeholders of the size that have their nodes: so many further clusters get nodes of their own at once.
  size_t placeholders = 0;
};

// The pods that a rollout of a control plane starts before it ends others: one for each Deployment with one or two
// replicas. The operator sets no surge for three replicas, and a StatefulSet has none.
// Source: SetReplicasAndStrategy in support/controlplane-component/deployment.go of HyperShift.
struct Surge {
  const objects::HostedCluster* cluster = nullptr;  // null: no rollout starts pods first
  std::vector<capacity::RunningPod> pods;           // without nodes
  capacity::Resources requests;                     // of all these pods
};

struct CapacityModel {
  // The cluster with the planned nodes, after its pods without a node were placed.
  capacity::ManagementCluster cluster;
  capacity::Moves placed;          // the pods without a node, and those whose requests change
  size_t changed_pods = 0;         // pods whose requests change
  size_t pods_of_other_nodes = 0;  // pods that are left out, because their node is not known
  std::vector<SizeTemplate> sizes;
  Surge surge;  // of the cluster whose rollout needs the most memory, then the most CPU
};

// Makes the model from the objects of files or of a cluster. `sizes` are the names of the sizes in their order; sizes
// of other clusters follow. With `changes`, the pods of the control planes have the changed requests, and those whose
// requests differ are placed again, because the operator restarts them. `inventory` must outlive the result.
// Errors: InvalidArgument if there are no nodes, a node twice, too many objects, or a planned node without its model.
absl::StatusOr<CapacityModel> MakeCapacityModel(const objects::Inventory& inventory,
                                                const std::vector<std::string>& sizes,
                                                const std::vector<PlannedNodes>& planned,
                                                const RequestChanges& changes);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_MODEL_H_
