#include "client/capacity/check_placement.h"

#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::capacity {
namespace {

std::string NameOf(const ControlPlane& control_plane, const PlacedPod& pod) {
  return absl::StrCat("control plane ", pod.copy, ", component ", control_plane.components[pod.component].name);
}

std::string CheckNumbers(const ControlPlane& control_plane, int64_t copies, const std::vector<PlacedPod>& placed) {
  std::map<std::pair<int64_t, size_t>, int64_t> pods;
  for (const PlacedPod& pod : placed) {
    if (pod.copy < 0 || pod.copy >= copies) return absl::StrCat("control plane ", pod.copy, " does not exist");
    ++pods[{pod.copy, pod.component}];
  }
  for (int64_t copy = 0; copy < copies; ++copy) {
    for (size_t i = 0; i < control_plane.components.size(); ++i) {
      const Component& component = control_plane.components[i];
      const int64_t found = pods[{copy, i}];
      if (found != component.replicas) {
        return absl::StrCat(NameOf(control_plane, {copy, i, 0}), ": ", found, " pods, not ", component.replicas);
      }
    }
  }
  return "";
}

std::string CheckPlaces(const ManagementCluster& cluster, const ControlPlane& control_plane,
                        const std::vector<PlacedPod>& placed) {
  std::set<std::tuple<int64_t, size_t, size_t>> hosts;
  std::set<std::tuple<int64_t, size_t, std::string>> zones;
  for (const PlacedPod& pod : placed) {
    const Component& component = control_plane.components[pod.component];
    const Node& node = cluster.nodes[pod.node];
    if (!Allows(cluster.rules[component.pod.rules], node.labels, node.taints)) {
      return absl::StrCat(NameOf(control_plane, pod), ": node ", node.name, " does not pass the filters");
    }
    if (!hosts.emplace(pod.copy, pod.component, pod.node).second && component.pod.one_per_host) {
      return absl::StrCat(NameOf(control_plane, pod), ": two pods on node ", node.name);
    }
    if (node.zone.empty()) continue;
    if (!zones.emplace(pod.copy, pod.component, node.zone).second && component.pod.one_per_zone) {
      return absl::StrCat(NameOf(control_plane, pod), ": two pods in zone ", node.zone);
    }
  }
  return "";
}

// The filter of the scheduler checks a resource only if the pod requests some of it, so nodes without placed pods may
// have more requests than is allocatable.
std::string CheckRequests(const ManagementCluster& cluster, const ControlPlane& control_plane,
                          const std::vector<PlacedPod>& placed) {
  std::vector<Resources> running(cluster.nodes.size());
  std::vector<Resources> added(cluster.nodes.size());
  for (const RunningPod& pod : cluster.running) {
    if (pod.node != kNoNode) running[static_cast<size_t>(pod.node)] += pod.pod.requests;
  }
  for (const PlacedPod& pod : placed) added[pod.node] += control_plane.components[pod.component].pod.requests;
  for (size_t i = 0; i < cluster.nodes.size(); ++i) {
    for (const Resource resource : {Resource::kCpu, Resource::kMemory, Resource::kPods}) {
      if (added[i][resource] == 0) continue;
      const int64_t requested = running[i][resource] + added[i][resource];
      const int64_t allocatable = cluster.nodes[i].allocatable[resource];
      if (requested > allocatable) {
        return absl::StrCat("node ", cluster.nodes[i].name, ": ", requested, " requested of ", allocatable);
      }
    }
  }
  return "";
}

}  // namespace

std::string CheckPlacement(const ManagementCluster& cluster, const ControlPlane& control_plane, int64_t copies,
                           const std::vector<PlacedPod>& placed) {
  std::string violation = CheckNumbers(control_plane, copies, placed);
  if (violation.empty()) violation = CheckPlaces(cluster, control_plane, placed);
  return violation.empty() ? CheckRequests(cluster, control_plane, placed) : violation;
}

}  // namespace cpsizer::capacity
