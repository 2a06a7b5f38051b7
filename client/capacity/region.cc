#include "client/capacity/region.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"

namespace cpsizer::capacity {
namespace {

// More zones or different sets of nodes than these give no further regions, which only makes a bound less tight.
constexpr int kMaxZones = 12;
constexpr size_t kMaxNodeSets = 6;

// Returns how many pods of one control plane must be in the region: all that the other nodes cannot hold, even if these
// nodes are empty.
int64_t RequiredPods(const PackingProblem& problem, const Demand& demand, const std::vector<bool>& is_inside) {
  std::set<int> zones;
  int64_t outside = 0;
  for (const size_t node : demand.nodes) {
    if (is_inside[node]) continue;
    if (demand.one_per_zone && problem.zones[node] != kNoZone) {
      zones.insert(problem.zones[node]);
    } else if (demand.one_per_host) {
      ++outside;
    } else {
      return 0;
    }
  }
  return std::max<int64_t>(0, demand.replicas - outside - static_cast<int64_t>(zones.size()));
}

void AddRegion(const PackingProblem& problem, std::vector<size_t> nodes, int zone, std::vector<Region>& regions) {
  if (absl::c_any_of(regions, [&](const Region& other) { return other.nodes == nodes; })) return;
  std::vector<bool> is_inside(problem.free.size(), false);
  for (const size_t node : nodes) is_inside[node] = true;
  Region region = {std::move(nodes), zone, {}};
  for (const Demand& demand : problem.demands) region.required.push_back(RequiredPods(problem, demand, is_inside));
  if (absl::c_any_of(region.required, [](int64_t pods) { return pods > 0; })) regions.push_back(std::move(region));
}

// Adds the set, and its parts in and outside each zone.
void AddRegionsOf(const PackingProblem& problem, const std::vector<size_t>& nodes, std::vector<Region>& regions) {
  AddRegion(problem, nodes, kNoZone, regions);
  for (int zone = 0; zone < std::min(problem.zone_count, kMaxZones); ++zone) {
    std::vector<size_t> in_zone;
    std::vector<size_t> elsewhere;
    for (const size_t node : nodes) (problem.zones[node] == zone ? in_zone : elsewhere).push_back(node);
    AddRegion(problem, std::move(in_zone), zone, regions);
    AddRegion(problem, std::move(elsewhere), kNoZone, regions);
  }
}

}  // namespace

std::vector<Region> MakeRegions(const PackingProblem& problem) {
  std::vector<Region> regions;
  std::vector<size_t> all(problem.free.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  AddRegionsOf(problem, all, regions);
  std::set<std::vector<size_t>> sets = {std::move(all)};
  for (const Demand& demand : problem.demands) {
    if (sets.size() > kMaxNodeSets) break;
    if (sets.insert(demand.nodes).second) AddRegionsOf(problem, demand.nodes, regions);
  }
  return regions;
}

}  // namespace cpsizer::capacity
