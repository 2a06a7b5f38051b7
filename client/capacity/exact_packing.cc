#include "client/capacity/exact_packing.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "client/capacity/packing.h"

namespace cpsizer::capacity {
namespace {

// About 10 ms.
constexpr int kMaxSearchSteps = 200'000;
// The maximum number of pairs of a demand and a node, which is the depth of the recursion.
constexpr size_t kMaxPairs = 1'000;

class ExactSearch {
 public:
  ExactSearch(const PackingProblem& problem, int64_t copies)
      : problem_(problem),
        copies_(copies),
        order_(OrderDemands(problem, PackingOrder::kLargestShare)),
        free_(problem.free) {
    counts_.assign(problem.demands.size(), std::vector<int64_t>(problem.free.size(), 0));
    for (const Resources& free : free_) total_ += free;
    rest_.resize(order_.size() + 1);
    for (size_t i = order_.size(); i > 0; --i) {
      const Demand& demand = problem.demands[order_[i - 1]];
      rest_[i - 1] = rest_[i];
      rest_[i - 1].Add(demand.requests, copies * demand.replicas);
    }
  }

  ExactPacking Run() {
    if (PlaceDemand(0)) return {ExactResult::kFits, std::move(counts_)};
    return {steps_ > kMaxSearchSteps ? ExactResult::kUnknown : ExactResult::kImpossible, {}};
  }

 private:
  bool PlaceDemand(size_t position) {
    if (position == order_.size()) return true;
    for (size_t i = 0; i < kResources; ++i) {
      if (rest_[position].amounts[i] > total_.amounts[i]) return false;
    }
    std::vector<int64_t> zones(static_cast<size_t>(problem_.zone_count), copies_);
    return PlacePods(position, 0, copies_ * problem_.demands[order_[position]].replicas, zones);
  }

  // Returns how many of the pods the nodes from `next` on have room for, at most.
  int64_t Room(const Demand& demand, size_t next) const {
    int64_t room = 0;
    for (size_t i = next; i < demand.nodes.size(); ++i) room += CopiesIn(free_[demand.nodes[i]], demand.requests);
    return room;
  }

  // Places `pods` pods of a demand on its nodes from `next` on. `zones` has how many more pods each zone may have.
  bool PlacePods(size_t position, size_t next, int64_t pods, std::vector<int64_t>& zones) {
    if (pods == 0) return PlaceDemand(position + 1);
    const size_t index = order_[position];
    const Demand& demand = problem_.demands[index];
    if (++steps_ > kMaxSearchSteps || Room(demand, next) < pods) return false;
    const size_t node = demand.nodes[next];
    int64_t most = std::min(pods, CopiesIn(free_[node], demand.requests));
    if (demand.one_per_host) most = std::min(most, copies_);
    int64_t* zone = nullptr;
    if (demand.one_per_zone && problem_.zones[node] != kNoZone) {
      zone = &zones[static_cast<size_t>(problem_.zones[node])];
    }
    if (zone != nullptr) most = std::min(most, *zone);
    for (int64_t count = most; count >= 0 && steps_ <= kMaxSearchSteps; --count) {
      Move(index, node, count, zone);
      if (PlacePods(position, next + 1, pods - count, zones)) return true;
      Move(index, node, -count, zone);
    }
    return false;
  }

  void Move(size_t demand, size_t node, int64_t count, int64_t* zone) {
    counts_[demand][node] += count;
    free_[node].Add(problem_.demands[demand].requests, -count);
    total_.Add(problem_.demands[demand].requests, -count);
    if (zone != nullptr) *zone -= count;
  }

  const PackingProblem& problem_;
  const int64_t copies_;
  const std::vector<size_t> order_;
  std::vector<Resources> rest_;  // the requests of the demands from each position of `order_` on
  std::vector<Resources> free_;
  Resources total_;
  PodCounts counts_;
  int steps_ = 0;
};

}  // namespace

ExactPacking PackExactly(const PackingProblem& problem, int64_t copies) {
  size_t pairs = 0;
  for (const Demand& demand : problem.demands) pairs += demand.nodes.size();
  return pairs <= kMaxPairs ? ExactSearch(problem, copies).Run() : ExactPacking();
}

}  // namespace cpsizer::capacity
