#include "client/cli/capacity/capacity_figures.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/capacity/how_many.h"
#include "client/capacity/node_filters.h"
#include "client/capacity/rescheduling.h"

namespace cpsizer::cli {
namespace {

void AddUses(const capacity::ManagementCluster& cluster, CapacityFigures& figures) {
  std::map<std::string, ZoneUse> zones;
  for (const capacity::Node& node : cluster.nodes) {
    for (ZoneUse* use : {&zones[node.zone], &figures.all}) {
      ++use->nodes;
      use->allocatable += node.allocatable;
    }
    figures.nodes.push_back({node.name, node.zone, node.allocatable, {}});
  }
  for (const capacity::RunningPod& running : cluster.running) {
    if (running.node == capacity::kNoNode) continue;
    NodeUse& node = figures.nodes[static_cast<size_t>(running.node)];
    for (capacity::Resources* requested : {&node.requested, &zones[node.zone].requested, &figures.all.requested}) {
      *requested += running.pod.requests;
    }
  }
  for (auto& [zone, use] : zones) {
    use.zone = zone;
    figures.zones.push_back(std::move(use));
  }
}

absl::optional<LargestPod> FindLargest(const capacity::ManagementCluster& cluster) {
  const capacity::RunningPod* largest = nullptr;
  const auto size_of = [](const capacity::RunningPod& running) {
    return std::make_pair(running.pod.requests[capacity::Resource::kMemory],
                          running.pod.requests[capacity::Resource::kCpu]);
  };
  for (const capacity::RunningPod& running : cluster.running) {
    if (!running.is_bound && (largest == nullptr || size_of(*largest) < size_of(running))) largest = &running;
  }
  if (largest == nullptr) return absl::nullopt;
  LargestPod result = {largest->name, largest->pod.requests};
  const std::vector<capacity::Resources> free = capacity::FreeResources(cluster);
  int64_t most = -1;
  for (size_t i = 0; i < cluster.nodes.size(); ++i) {
    const capacity::Node& node = cluster.nodes[i];
    if (!capacity::Allows(cluster.rules[largest->pod.rules], node.labels, node.taints)) continue;
    if (capacity::CopiesIn(node.allocatable, result.requests) > 0) ++result.nodes;
    if (capacity::CopiesIn(free[i], result.requests) == 0) continue;
    ++result.nodes_with_room;
    const int64_t memory = free[i][capacity::Resource::kMemory];
    if (memory > most) result.roomiest_node = node.name;
    most = std::max(most, memory);
  }
  return result;
}

absl::string_view LimitName(capacity::Resource resource) {
  switch (resource) {
    case capacity::Resource::kCpu:
      return "CPU";
    case capacity::Resource::kMemory:
      return "memory";
    case capacity::Resource::kPods:
      break;
  }
  return "number of pods";
}

std::string LimitText(const capacity::ManagementCluster& cluster, const SizeTemplate& size, const capacity::Fit& fit) {
  const auto component = [&](size_t index) { return size.control_plane.components[index].name; };
  if (fit.copies < fit.bound.copies) return absl::StrCat("room for ", component(fit.failing_component));
  std::set<std::string> zones;
  for (const capacity::Node& node : cluster.nodes) {
    if (!node.zone.empty()) zones.insert(node.zone);
  }
  const std::string where =
      fit.bound.zone == capacity::kNoZone ? "" : absl::StrCat(" of zone ", *std::next(zones.begin(), fit.bound.zone));
  switch (fit.bound.kind) {
    case capacity::LimitKind::kResource:
      return absl::StrCat(LimitName(fit.bound.resource), where);
    case capacity::LimitKind::kComponent:
      return absl::StrCat("nodes for ", component(fit.bound.demand));
    case capacity::LimitKind::kMix:
      break;
  }
  return absl::StrCat("CPU, memory and pods together", where);
}

struct DuringRollout {
  capacity::ManagementCluster cluster;
  size_t without_room = 0;  // further pods of the rollout for which no node has room
};

DuringRollout Rollout(capacity::ManagementCluster cluster, const Surge& surge) {
  // A pod that has found no node before finds none now. It uses nothing.
  cluster.running.erase(
      std::remove_if(cluster.running.begin(), cluster.running.end(),
                     [](const capacity::RunningPod& running) { return running.node == capacity::kNoNode; }),
      cluster.running.end());
  cluster.running.insert(cluster.running.end(), surge.pods.begin(), surge.pods.end());
  const capacity::Moves moves = capacity::Rescheduling(cluster).OfPendingPods();
  return {capacity::WithMoves(cluster, moves, std::vector<bool>(cluster.nodes.size(), false)), moves.unplaced()};
}

SizeFigures CapacityOfSize(const capacity::ManagementCluster& cluster, const SizeTemplate& size) {
  SizeFigures figures = {&size};
  if (size.cluster == nullptr) return figures;
  const capacity::Fit fit = capacity::HowManyFit(cluster, size.control_plane);
  figures.more = fit.copies;
  figures.bound = fit.bound.copies;
  figures.limit = LimitText(cluster, size, fit);
  return figures;
}

LossFigures FiguresOfLoss(const CapacityModel& model, std::string what, const capacity::Moves& moves,
                          const std::vector<bool>& is_failing) {
  LossFigures figures = {std::move(what)};
  figures.moved = moves.moves.size() - moves.unplaced();
  figures.without_place = moves.without_place;
  figures.without_room = moves.without_room;
  const DuringRollout after = Rollout(capacity::WithMoves(model.cluster, moves, is_failing), model.surge);
  for (const SizeTemplate& size : model.sizes) figures.more.push_back(CapacityOfSize(after.cluster, size).more);
  return figures;
}

void AddLosses(const CapacityModel& model, CapacityFigures& figures) {
  const capacity::ManagementCluster& cluster = model.cluster;
  if (cluster.nodes.size() < 2) return;
  const capacity::Rescheduling rescheduling(cluster);
  const auto only = [&](size_t node) {
    std::vector<bool> is_failing(cluster.nodes.size(), false);
    is_failing[node] = true;
    return is_failing;
  };
  std::pair<size_t, size_t> most;
  size_t worst = 0;
  for (size_t node = 0; node < cluster.nodes.size(); ++node) {
    const capacity::Moves moves = rescheduling.OfFailingNodes(only(node));
    const auto key = std::make_pair(moves.unplaced(), moves.moves.size());
    if (most < key) std::tie(most, worst) = std::make_pair(key, node);
  }
  figures.losses.push_back(FiguresOfLoss(model, absl::StrCat("node ", cluster.nodes[worst].name),
                                         rescheduling.OfFailingNodes(only(worst)), only(worst)));
  if (figures.zones.size() < 2) return;
  for (const ZoneUse& use : figures.zones) {
    if (use.zone.empty()) continue;
    const std::vector<bool> is_failing = capacity::NodesOfZone(cluster, use.zone);
    figures.losses.push_back(
        FiguresOfLoss(model, absl::StrCat("zone ", use.zone), rescheduling.OfFailingNodes(is_failing), is_failing));
  }
}

}  // namespace

CapacityFigures FiguresOf(const CapacityModel& model) {
  CapacityFigures figures;
  AddUses(model.cluster, figures);
  figures.largest = FindLargest(model.cluster);
  const DuringRollout rollout = Rollout(model.cluster, model.surge);
  figures.surge_without_room = rollout.without_room;
  for (const SizeTemplate& size : model.sizes) figures.sizes.push_back(CapacityOfSize(rollout.cluster, size));
  AddLosses(model, figures);
  return figures;
}

}  // namespace cpsizer::cli
