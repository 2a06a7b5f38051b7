#include "client/capacity/packing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

#include "client/capacity/share.h"

namespace cpsizer::capacity {
namespace {

constexpr double kTiny = 1e-30;
// A node gets this part of the pods that it has room for at a time, so that the time hardly depends on their number.
constexpr int64_t kAlignedParts = 16;

using Weights = std::array<double, kResources>;

// The weight of each resource: the inverse of what is free in total.
Weights ScarcityOf(const PackingProblem& problem) {
  Weights weights = {};
  for (const Resources& free : problem.free) {
    for (size_t i = 0; i < kResources; ++i) weights[i] += static_cast<double>(free.amounts[i]);
  }
  for (double& weight : weights) weight = weight > 0 ? 1 / weight : 0;
  return weights;
}

double Weighted(const Resources& resources, const Weights& weights) {
  double sum = 0;
  for (size_t i = 0; i < kResources; ++i) sum += static_cast<double>(resources.amounts[i]) * weights[i];
  return sum;
}

double LargestShare(const Resources& resources, const Weights& weights) {
  double largest = 0;
  for (size_t i = 0; i < kResources; ++i) {
    largest = std::max(largest, static_cast<double>(resources.amounts[i]) * weights[i]);
  }
  return largest;
}

// Returns the square of the cosine of the angle between the free and the requested CPU and memory.
double Alignment(const Resources& free, const Resources& requests, const Weights& weights) {
  double dot = 0;
  double square_free = kTiny;
  double square_requests = kTiny;
  for (const Resource resource : {Resource::kCpu, Resource::kMemory}) {
    const double weight = weights[static_cast<size_t>(resource)];
    const double a = static_cast<double>(free[resource]) * weight;
    const double b = static_cast<double>(requests[resource]) * weight;
    dot += a * b;
    square_free += a * a;
    square_requests += b * b;
  }
  return dot * dot / (square_free * square_requests);
}

double KeyOf(const Resources& requests, PackingOrder order, const Weights& weights) {
  const auto cpu = static_cast<double>(requests[Resource::kCpu]);
  const auto memory = static_cast<double>(requests[Resource::kMemory]);
  switch (order) {
    case PackingOrder::kCpu:
      return cpu;
    case PackingOrder::kMemory:
      return memory;
    case PackingOrder::kRatio:
      return std::abs(std::log((cpu * weights[0] + kTiny) / (memory * weights[1] + kTiny)));
    case PackingOrder::kLargestShare:
      break;
  }
  return LargestShare(requests, weights);
}

// Nodes on which one control plane can have only one pod of a demand, if it is one per zone; or all its nodes.
struct Group {
  std::vector<size_t> nodes;
  std::vector<int64_t> caps;  // for each node, how many pods it has room for
  int64_t room = 0;           // their sum
  int64_t cap = 0;            // the maximum number of pods of the group
};

class Packer {
 public:
  Packer(const PackingProblem& problem, int64_t copies, NodeChoice choice)
      : problem_(problem), copies_(copies), choice_(choice), scarcity_(ScarcityOf(problem)), free_(problem.free) {
    packing_.counts.assign(problem.demands.size(), std::vector<int64_t>(problem.free.size(), 0));
  }

  Packing Run(const std::vector<size_t>& order) {
    for (const size_t demand : order) {
      if (Place(demand)) continue;
      packing_.failing_demand = demand;
      return std::move(packing_);
    }
    packing_.fits = true;
    return std::move(packing_);
  }

 private:
  std::vector<Group> GroupsOf(const Demand& demand) const {
    std::map<int, Group> zones;
    std::vector<Group> groups;
    for (const size_t node : demand.nodes) {
      int64_t cap = CopiesIn(free_[node], demand.requests);
      if (demand.one_per_host) cap = std::min(cap, copies_);
      if (cap == 0) continue;
      const bool is_limited = demand.one_per_zone && problem_.zones[node] != kNoZone;
      Group& group = zones[is_limited ? problem_.zones[node] : kNoZone];
      group.nodes.push_back(node);
      group.caps.push_back(cap);
      group.room += cap;
    }
    for (auto& [zone, group] : zones) {
      group.cap = zone == kNoZone ? group.room : std::min(group.room, copies_);
      groups.push_back(std::move(group));
    }
    return groups;
  }

  bool Place(size_t index) {
    const Demand& demand = problem_.demands[index];
    const std::vector<Group> groups = GroupsOf(demand);
    std::vector<int64_t> rooms;
    std::vector<int64_t> caps;
    for (const Group& group : groups) {
      rooms.push_back(group.room);
      caps.push_back(group.cap);
    }
    const int64_t pods = copies_ * demand.replicas;
    const std::vector<int64_t> shares = Share(pods, rooms, caps);
    if (shares.empty()) return pods == 0;
    for (size_t i = 0; i < groups.size(); ++i) PlaceIn(groups[i], shares[i], index);
    return true;
  }

  void PlaceIn(const Group& group, int64_t pods, size_t demand) {
    const std::vector<int64_t> counts = Choose(group, pods, problem_.demands[demand].requests);
    for (size_t i = 0; i < counts.size(); ++i) {
      packing_.counts[demand][group.nodes[i]] = counts[i];
      free_[group.nodes[i]].Add(problem_.demands[demand].requests, -counts[i]);
    }
  }

  std::vector<int64_t> Choose(const Group& group, int64_t pods, const Resources& requests) const {
    switch (choice_) {
      case NodeChoice::kEven:
        return Share(pods, group.caps, group.caps);
      case NodeChoice::kAligned:
        return Align(group, pods, requests);
      case NodeChoice::kFullest:
        break;
    }
    return Fill(group, pods);
  }

  // Places some pods at a time on the node that is aligned best with what it has free then.
  std::vector<int64_t> Align(const Group& group, int64_t pods, const Resources& requests) const {
    std::vector<int64_t> counts(group.nodes.size(), 0);
    std::vector<Resources> free;
    std::priority_queue<std::pair<double, size_t>> queue;
    for (size_t i = 0; i < group.nodes.size(); ++i) {
      free.push_back(free_[group.nodes[i]]);
      queue.emplace(Alignment(free[i], requests, scarcity_), i);
    }
    while (pods > 0) {
      const size_t i = queue.top().second;
      queue.pop();
      const int64_t count = std::min(pods, std::max<int64_t>(1, (group.caps[i] - counts[i]) / kAlignedParts));
      counts[i] += count;
      pods -= count;
      free[i].Add(requests, -count);
      if (counts[i] < group.caps[i]) queue.emplace(Alignment(free[i], requests, scarcity_), i);
    }
    return counts;
  }

  // Fills one node after the other. After a pod, its node is the best fit for the next equal one.
  std::vector<int64_t> Fill(const Group& group, int64_t pods) const {
    std::vector<size_t> order(group.nodes.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> free;
    for (const size_t node : group.nodes) free.push_back(Weighted(free_[node], scarcity_));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return free[a] < free[b]; });
    std::vector<int64_t> counts(group.nodes.size(), 0);
    for (const size_t i : order) {
      counts[i] = std::min(pods, group.caps[i]);
      pods -= counts[i];
    }
    return counts;
  }

  const PackingProblem& problem_;
  const int64_t copies_;
  const NodeChoice choice_;
  const Weights scarcity_;
  std::vector<Resources> free_;
  Packing packing_;
};

}  // namespace

std::vector<size_t> OrderDemands(const PackingProblem& problem, PackingOrder order) {
  const Weights scarcity = ScarcityOf(problem);
  std::vector<double> keys;
  for (const Demand& demand : problem.demands) keys.push_back(KeyOf(demand.requests, order, scarcity));
  std::vector<size_t> demands(problem.demands.size());
  std::iota(demands.begin(), demands.end(), 0);
  std::stable_sort(demands.begin(), demands.end(), [&](size_t a, size_t b) { return keys[a] > keys[b]; });
  return demands;
}

Packing Pack(const PackingProblem& problem, int64_t copies, const std::vector<size_t>& order, NodeChoice choice) {
  return Packer(problem, copies, choice).Run(order);
}

}  // namespace cpsizer::capacity
