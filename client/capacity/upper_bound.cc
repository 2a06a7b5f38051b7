#include "client/capacity/upper_bound.h"

#include <algorithm>
#include <map>
#include <vector>

#include "client/capacity/node_value.h"
#include "client/capacity/region.h"
#include "client/capacity/region_prices.h"

namespace cpsizer::capacity {
namespace {

// Prices of CPU, memory and pods, for bounds from several resources.
constexpr Amounts kMixes[] = {{1, 1, 0}, {1, 3, 0}, {3, 1, 0}, {1, 1, 1}};

void Lower(const UpperBound& other, UpperBound& bound) {
  if (other.copies < bound.copies) bound = other;
}

// Returns whether the pods of a component have room for `copies` control planes if the cluster has no other ones.
bool FitsAlone(const PackingProblem& problem, const Demand& demand, int64_t copies) {
  std::map<int, int64_t> rooms;
  for (const size_t node : demand.nodes) {
    int64_t room = CopiesIn(problem.free[node], demand.requests);
    if (demand.one_per_host) room = std::min(room, copies);
    rooms[demand.one_per_zone ? problem.zones[node] : kNoZone] += room;
  }
  int64_t pods = 0;
  for (const auto& [zone, room] : rooms) pods += zone == kNoZone ? room : std::min(room, copies);
  return pods >= copies * demand.replicas;
}

// Each number below one that fits also fits.
int64_t BoundAlone(const PackingProblem& problem, const Demand& demand) {
  int64_t fits = 0;
  int64_t last = 0;
  for (const size_t node : demand.nodes) last += CopiesIn(problem.free[node], demand.requests);
  for (last /= demand.replicas; fits < last;) {
    const int64_t middle = last - (last - fits) / 2;
    if (FitsAlone(problem, demand, middle)) {
      fits = middle;
    } else {
      last = middle - 1;
    }
  }
  return fits;
}

// Returns the bound of the demands whose requests of `resource` are at least those of `least`: a node has room for at
// most as many of them as of a pod with the least requests.
int64_t BoundOfLargePods(const PackingProblem& problem, const Region& region, Resource resource, int64_t least) {
  Resources smallest = {{INT64_MAX, INT64_MAX, INT64_MAX}};
  int64_t required = 0;
  for (size_t i = 0; i < problem.demands.size(); ++i) {
    const Resources& requests = problem.demands[i].requests;
    if (region.required[i] == 0 || requests[resource] < least) continue;
    required += region.required[i];
    for (size_t j = 0; j < kResources; ++j) smallest.amounts[j] = std::min(smallest.amounts[j], requests.amounts[j]);
  }
  int64_t pods = 0;
  for (const size_t node : region.nodes) pods += CopiesIn(problem.free[node], smallest);
  return pods / required;
}

void LowerByLargePods(const PackingProblem& problem, const Region& region, UpperBound& bound) {
  for (const Resource resource : {Resource::kCpu, Resource::kMemory}) {
    for (size_t i = 0; i < problem.demands.size(); ++i) {
      if (region.required[i] == 0) continue;
      const int64_t least = problem.demands[i].requests[resource];
      Lower({BoundOfLargePods(problem, region, resource, least), LimitKind::kResource, resource, i, region.zone},
            bound);
    }
  }
}

void LowerByPrices(const PackingProblem& problem, const Region& region, UpperBound& bound) {
  const RegionPrices prices(problem, region);
  for (const Resource resource : {Resource::kMemory, Resource::kCpu, Resource::kPods}) {
    Amounts one = {};
    one[static_cast<size_t>(resource)] = 1;
    Lower({prices.BoundOf(one), LimitKind::kResource, resource, 0, region.zone}, bound);
  }
  for (const Amounts& mix : kMixes) {
    Lower({prices.BoundOf(mix), LimitKind::kMix, Resource::kMemory, 0, region.zone}, bound);
  }
}

}  // namespace

UpperBound FindUpperBound(const PackingProblem& problem) {
  UpperBound bound = {INT64_MAX};
  for (size_t i = 0; i < problem.demands.size(); ++i) {
    if (problem.demands[i].replicas == 0) continue;
    Lower({BoundAlone(problem, problem.demands[i]), LimitKind::kComponent, Resource::kMemory, i, kNoZone}, bound);
  }
  if (bound.copies == 0) return bound;
  for (const Region& region : MakeRegions(problem)) {
    LowerByPrices(problem, region, bound);
    LowerByLargePods(problem, region, bound);
  }
  return bound;
}

}  // namespace cpsizer::capacity
