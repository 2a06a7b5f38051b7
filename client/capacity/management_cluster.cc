#include "client/capacity/management_cluster.h"

namespace cpsizer::capacity {

std::vector<Resources> FreeResources(const ManagementCluster& cluster) {
  std::vector<Resources> free;
  free.reserve(cluster.nodes.size());
  for (const Node& node : cluster.nodes) free.push_back(node.allocatable);
  for (const RunningPod& running : cluster.running) {
    if (running.node != kNoNode) free[static_cast<size_t>(running.node)] -= running.pod.requests;
  }
  return free;
}

}  // namespace cpsizer::capacity
