#include "tests/capacity/every_placement.h"

#include <cstddef>
#include <set>
#include <vector>

#include "client/capacity/node_filters.h"
#include "client/capacity/resources.h"

namespace cpsizer::capacity {
namespace {

// The free amounts of each node: CPU, memory and pods of one node after the other.
using FreeAmounts = std::vector<int64_t>;

class Placements {
 public:
  Placements(const ManagementCluster& cluster, const ControlPlane& control_plane)
      : cluster_(cluster), control_plane_(control_plane) {}

  // Returns everything that can be free after one more control plane.
  std::set<FreeAmounts> AfterOneMore(const std::set<FreeAmounts>& before) {
    results_.clear();
    for (const FreeAmounts& free : before) {
      free_ = free;
      Place(0, {});
    }
    return results_;
  }

 private:
  void Place(size_t component, std::vector<size_t> nodes) {
    if (component == control_plane_.components.size()) {
      results_.insert(free_);
      return;
    }
    const Component& pods = control_plane_.components[component];
    if (static_cast<int64_t>(nodes.size()) == pods.replicas) return Place(component + 1, {});
    // Equal pods are placed in the order of the nodes.
    for (size_t node = nodes.empty() ? 0 : nodes.back(); node < cluster_.nodes.size(); ++node) {
      if (!IsAllowed(pods.pod, nodes, node) || !Add(node, pods.pod.requests, 1)) continue;
      nodes.push_back(node);
      Place(component, nodes);
      nodes.pop_back();
      Add(node, pods.pod.requests, -1);
    }
  }

  bool IsAllowed(const Pod& pod, const std::vector<size_t>& others, size_t node) const {
    if (!Allows(cluster_.rules[pod.rules], cluster_.nodes[node].labels, cluster_.nodes[node].taints)) return false;
    for (const size_t other : others) {
      if (pod.one_per_host && other == node) return false;
      const std::string& zone = cluster_.nodes[node].zone;
      if (pod.one_per_zone && !zone.empty() && cluster_.nodes[other].zone == zone) return false;
    }
    return true;
  }

  // Returns false, and changes nothing, if the pod does not fit.
  bool Add(size_t node, const Resources& requests, int64_t sign) {
    for (size_t i = 0; i < kResources; ++i) {
      if (free_[node * kResources + i] < sign * requests.amounts[i]) return false;
    }
    for (size_t i = 0; i < kResources; ++i) free_[node * kResources + i] -= sign * requests.amounts[i];
    return true;
  }

  const ManagementCluster& cluster_;
  const ControlPlane& control_plane_;
  FreeAmounts free_;
  std::set<FreeAmounts> results_;
};

}  // namespace

int64_t CountByEveryPlacement(const ManagementCluster& cluster, const ControlPlane& control_plane) {
  FreeAmounts empty;
  for (const Node& node : cluster.nodes) {
    empty.insert(empty.end(), node.allocatable.amounts.begin(), node.allocatable.amounts.end());
  }
  Placements placements(cluster, control_plane);
  std::set<FreeAmounts> free = {empty};
  int64_t count = 0;
  while (!(free = placements.AfterOneMore(free)).empty()) ++count;
  return count;
}

}  // namespace cpsizer::capacity
