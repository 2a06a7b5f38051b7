#include "client/capacity/how_many.h"

#include <utility>

#include "client/capacity/exact_packing.h"
#include "client/capacity/packing.h"

namespace cpsizer::capacity {
namespace {

// The heuristic that usually finds the most control planes first: the other ones take little time if they find no more.
constexpr std::pair<PackingOrder, NodeChoice> kHeuristics[] = {
    {PackingOrder::kLargestShare, NodeChoice::kAligned}, {PackingOrder::kRatio, NodeChoice::kAligned},
    {PackingOrder::kCpu, NodeChoice::kAligned},          {PackingOrder::kMemory, NodeChoice::kAligned},
    {PackingOrder::kLargestShare, NodeChoice::kEven},    {PackingOrder::kMemory, NodeChoice::kEven},
    {PackingOrder::kLargestShare, NodeChoice::kFullest}, {PackingOrder::kMemory, NodeChoice::kFullest},
};

struct Best {
  int64_t copies = 0;
  PodCounts counts;
  size_t failing_demand = 0;
};

// Searches the largest number that a heuristic places, above best.copies. A heuristic can fail for a number and fit for
// a larger one, so the result is a number that fits, but not always the largest.
void Search(const PackingProblem& problem, const std::vector<size_t>& order, NodeChoice choice, int64_t last,
            Best& best) {
  // Most heuristics do not improve the result of those before.
  for (int64_t next = best.copies + 1; best.copies < last; next = last - (last - best.copies) / 2) {
    Packing packing = Pack(problem, next, order, choice);
    if (packing.fits) {
      best = {next, std::move(packing.counts), best.failing_demand};
      continue;
    }
    best.failing_demand = packing.failing_demand;
    last = next - 1;
  }
}

// Tries one more control plane with all placements as long as one is found.
void SearchExactly(const PackingProblem& problem, Best& best, UpperBound& bound) {
  while (best.copies < bound.copies) {
    ExactPacking packing = PackExactly(problem, best.copies + 1);
    if (packing.result == ExactResult::kUnknown) return;
    if (packing.result == ExactResult::kImpossible) {
      bound.copies = best.copies;
      bound.kind = LimitKind::kMix;
      return;
    }
    best = {best.copies + 1, std::move(packing.counts), best.failing_demand};
  }
}

}  // namespace

Fit HowManyFit(const ManagementCluster& cluster, const ControlPlane& control_plane) {
  const PackingProblem problem = MakeProblem(cluster, control_plane);
  Fit fit;
  fit.bound = FindUpperBound(problem);
  Best best;
  best.counts.assign(problem.demands.size(), std::vector<int64_t>(problem.free.size(), 0));
  best.failing_demand = fit.bound.demand;
  for (const auto& [order, choice] : kHeuristics) {
    Search(problem, OrderDemands(problem, order), choice, fit.bound.copies, best);
  }
  SearchExactly(problem, best, fit.bound);
  fit.copies = best.copies;
  fit.failing_component = best.failing_demand;
  if (best.copies > 0) fit.placed = PlacedPods(problem, best.counts, best.copies);
  return fit;
}

}  // namespace cpsizer::capacity
