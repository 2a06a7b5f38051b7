#include "client/capacity/rescheduling.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "client/capacity/node_filters.h"
#include "client/capacity/resources.h"

namespace cpsizer::capacity {

// The nodes while pods are placed.
struct Rescheduling::State {
  std::vector<Resources> free;
  std::vector<double> weighted_free;
  std::vector<bool> is_failing;
  std::map<size_t, int> new_nodes;  // of pods that are placed
};

Rescheduling::Rescheduling(const ManagementCluster& cluster)
    : cluster_(cluster), free_(FreeResources(cluster)), pods_(cluster.nodes.size()), weights_(kResources, 0) {
  for (const NodeRules& rules : cluster.rules) {
    std::vector<bool>& allows = allows_.emplace_back();
    for (const Node& node : cluster.nodes) allows.push_back(Allows(rules, node.labels, node.taints));
  }
  for (size_t i = 0; i < cluster.running.size(); ++i) {
    const RunningPod& running = cluster.running[i];
    if (running.component != kNoComponent) components_[running.component].push_back(i);
    if (running.node != kNoNode) pods_[static_cast<size_t>(running.node)].push_back(i);
  }
  for (const Node& node : cluster.nodes) {
    for (size_t i = 0; i < kResources; ++i) weights_[i] += static_cast<double>(node.allocatable.amounts[i]);
  }
  for (double& weight : weights_) weight = weight > 0 ? 1 / weight : 0;
}

Moves Rescheduling::OfPendingPods() const {
  std::vector<size_t> pods;
  for (size_t i = 0; i < cluster_.running.size(); ++i) {
    if (cluster_.running[i].node == kNoNode) pods.push_back(i);
  }
  State state = {free_, {}, std::vector<bool>(free_.size(), false), {}};
  Moves moves;
  Place(pods, state, moves);
  return moves;
}

Moves Rescheduling::OfFailingNodes(const std::vector<bool>& is_failing) const {
  std::vector<size_t> pods;
  Moves moves;
  for (size_t node = 0; node < pods_.size(); ++node) {
    if (!is_failing[node]) continue;
    for (const size_t pod : pods_[node]) {
      if (cluster_.running[pod].is_bound) {
        ++moves.ended;
      } else {
        pods.push_back(pod);
      }
    }
  }
  State state = {free_, {}, is_failing, {}};
  Place(pods, state, moves);
  return moves;
}

void Rescheduling::Place(const std::vector<size_t>& pods, State& state, Moves& moves) const {
  for (const Resources& free : state.free) state.weighted_free.push_back(Weighted(free));
  std::vector<std::pair<double, size_t>> order;
  order.reserve(pods.size());
  for (const size_t pod : pods) order.emplace_back(-Weighted(cluster_.running[pod].pod.requests), pod);
  absl::c_sort(order);
  for (const auto& [size, pod] : order) {
    const RunningPod& running = cluster_.running[pod];
    bool has_room = false;
    const int node = ChooseNode(running, state, has_room);
    moves.moves.push_back({pod, node});
    if (node == kNoNode) {
      ++(has_room ? moves.without_place : moves.without_room);
      continue;
    }
    const auto index = static_cast<size_t>(node);
    state.new_nodes[pod] = node;
    state.free[index] -= running.pod.requests;
    state.weighted_free[index] = Weighted(state.free[index]);
  }
}

int Rescheduling::ChooseNode(const RunningPod& running, const State& state, bool& has_room) const {
  int best = kNoNode;
  double least = std::numeric_limits<double>::infinity();
  const std::vector<bool>& allows = allows_[running.pod.rules];
  for (size_t node = 0; node < state.free.size(); ++node) {
    if (state.is_failing[node] || !allows[node] || state.weighted_free[node] >= least) continue;
    if (CopiesIn(state.free[node], running.pod.requests) < 1) continue;
    has_room = true;
    if (!HasSpread(running, node, state)) continue;
    best = static_cast<int>(node);
    least = state.weighted_free[node];
  }
  return best;
}

// Returns whether the anti-affinity of the pod allows the node.
bool Rescheduling::HasSpread(const RunningPod& running, size_t node, const State& state) const {
  const Pod& pod = running.pod;
  if (running.component == kNoComponent || (!pod.one_per_host && !pod.one_per_zone)) return true;
  const std::string& zone = cluster_.nodes[node].zone;
  return absl::c_none_of(components_.at(running.component), [&](size_t other) {
    const auto moved = state.new_nodes.find(other);
    const int place = moved != state.new_nodes.end() ? moved->second : cluster_.running[other].node;
    if (place == kNoNode) return false;
    const auto index = static_cast<size_t>(place);
    if (state.is_failing[index]) return false;
    if (pod.one_per_host && index == node) return true;
    return pod.one_per_zone && !zone.empty() && cluster_.nodes[index].zone == zone;
  });
}

double Rescheduling::Weighted(const Resources& resources) const {
  double sum = 0;
  for (size_t i = 0; i < kResources; ++i) sum += static_cast<double>(resources.amounts[i]) * weights_[i];
  return sum;
}

ManagementCluster WithMoves(const ManagementCluster& cluster, const Moves& moves, const std::vector<bool>& is_failing) {
  ManagementCluster result;
  result.rules = cluster.rules;
  std::vector<int> new_indexes(cluster.nodes.size(), kNoNode);
  for (size_t i = 0; i < cluster.nodes.size(); ++i) {
    if (is_failing[i]) continue;
    new_indexes[i] = static_cast<int>(result.nodes.size());
    result.nodes.push_back(cluster.nodes[i]);
  }
  std::map<size_t, int> moved;
  for (const Move& move : moves.moves) moved[move.pod] = move.node;
  for (size_t i = 0; i < cluster.running.size(); ++i) {
    RunningPod running = cluster.running[i];
    const auto move = moved.find(i);
    if (move != moved.end()) {
      running.node = move->second;
    } else if (running.node != kNoNode && is_failing[static_cast<size_t>(running.node)]) {
      continue;
    }
    if (running.node != kNoNode) running.node = new_indexes[static_cast<size_t>(running.node)];
    result.running.push_back(std::move(running));
  }
  return result;
}

std::vector<bool> NodesOfZone(const ManagementCluster& cluster, const std::string& zone) {
  std::vector<bool> nodes;
  for (const Node& node : cluster.nodes) nodes.push_back(node.zone == zone);
  return nodes;
}

}  // namespace cpsizer::capacity
