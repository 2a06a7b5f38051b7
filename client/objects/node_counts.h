#ifndef CPSIZER_CLIENT_OBJECTS_NODE_COUNTS_H_
#define CPSIZER_CLIENT_OBJECTS_NODE_COUNTS_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// The fields of spec and status of NodePools and HostedControlPlanes that NodeCounts reads.
inline constexpr std::initializer_list<absl::string_view> kNodeCountFields = {"clusterName", "autoScaling", "replicas",
                                                                              "nodeCount"};

// Returns a copy of a NodePool or a HostedControlPlane with only the fields that NodeCounts reads.
Node NodeCountParts(const Node& object);

// Collects what the operator reads to count the nodes of hosted clusters. The objects may be added in any order.
// Source: determineNodeCount in hypershift-operator/controllers/hostedclustersizing of the repository hypershift.
//
// The operator knows from the image of the release whether a control plane reports its nodes. An input does not show
// the image, so a number in the status of the HostedControlPlane counts.
class NodeCounts {
 public:
  void AddHostedCluster(const Node& object);
  void AddNodePool(const Node& object, ProblemList& problems);
  void AddHostedControlPlane(const Node& object, ProblemList& problems);

  // Sets the number of nodes of `cluster`, and what decides its size.
  void Apply(HostedCluster& cluster) const;

 private:
  using Name = std::pair<std::string, std::string>;  // namespace and name

  struct Pools {
    int64_t nodes = 0;
    bool autoscaled = false;  // one of them is
  };

  absl::flat_hash_map<Name, Pools> pools_;       // by the hosted cluster
  absl::flat_hash_map<Name, int64_t> reported_;  // by the namespace and the name of the HostedControlPlane
  absl::flat_hash_set<Name> unavailable_;        // the hosted clusters without an available API server
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_NODE_COUNTS_H_
