#include "client/capacity/packing_problem.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "client/capacity/node_filters.h"

namespace cpsizer::capacity {
namespace {

void SetZones(const std::vector<Node>& nodes, PackingProblem& problem) {
  std::map<std::string, int> numbers;
  for (const Node& node : nodes) {
    if (!node.zone.empty()) numbers.emplace(node.zone, 0);
  }
  for (auto& [zone, number] : numbers) number = problem.zone_count++;
  for (const Node& node : nodes) problem.zones.push_back(node.zone.empty() ? kNoZone : numbers.at(node.zone));
}

}  // namespace

PackingProblem MakeProblem(const ManagementCluster& cluster, const ControlPlane& control_plane) {
  PackingProblem problem;
  problem.free = FreeResources(cluster);
  for (Resources& free : problem.free) {
    for (int64_t& amount : free.amounts) amount = std::max<int64_t>(amount, 0);
  }
  SetZones(cluster.nodes, problem);
  for (const Component& component : control_plane.components) {
    const Pod& pod = component.pod;
    Demand demand = {pod.requests, component.replicas, pod.one_per_host, pod.one_per_zone, {}};
    for (size_t i = 0; i < cluster.nodes.size(); ++i) {
      const Node& node = cluster.nodes[i];
      if (CopiesIn(problem.free[i], pod.requests) < 1) continue;
      if (Allows(cluster.rules[pod.rules], node.labels, node.taints)) demand.nodes.push_back(i);
    }
    problem.demands.push_back(std::move(demand));
  }
  return problem;
}

std::vector<PlacedPod> PlacedPods(const PackingProblem& problem, const PodCounts& counts, int64_t copies) {
  // The nodes of each zone one after the other.
  std::vector<size_t> nodes(problem.free.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::stable_sort(nodes.begin(), nodes.end(), [&](size_t a, size_t b) { return problem.zones[a] < problem.zones[b]; });
  std::vector<PlacedPod> placed;
  for (size_t component = 0; component < counts.size(); ++component) {
    int64_t pod = 0;
    for (const size_t node : nodes) {
      for (int64_t i = 0; i < counts[component][node]; ++i) placed.push_back({pod++ % copies, component, node});
    }
  }
  return placed;
}

}  // namespace cpsizer::capacity
