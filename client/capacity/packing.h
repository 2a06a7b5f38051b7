#ifndef CPSIZER_CLIENT_CAPACITY_PACKING_H_
#define CPSIZER_CLIENT_CAPACITY_PACKING_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/capacity/packing_problem.h"

namespace cpsizer::capacity {

// How Pack() chooses the nodes of the pods of one demand.
enum class NodeChoice : uint8_t {
  kFullest,  // best fit: a node with the least free resources that has room
  kEven,     // in proportion to the number of such pods that each node has room for
  kAligned,  // a node where the ratio of free CPU to free memory is the most similar to the ratio of the requests
};

// The orders in which demands are packed, the largest requests first.
enum class PackingOrder : uint8_t {
  kLargestShare,  // of the free resources, by the resource with the largest share
  kMemory,
  kCpu,
  kRatio,  // requests of which the ratio of CPU to memory is the most different from that of the free resources
};
std::vector<size_t> OrderDemands(const PackingProblem& problem, PackingOrder order);

struct Packing {
  bool fits = false;
  PodCounts counts;           // if it fits
  size_t failing_demand = 0;  // if it does not fit: the first demand without room
};

// Packs the pods of `copies` control planes, demand after demand in the order of `order`. A heuristic: another
// placement may exist if it finds none. The time is about demands x nodes, and hardly depends on `copies`.
Packing Pack(const PackingProblem& problem, int64_t copies, const std::vector<size_t>& order, NodeChoice choice);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_PACKING_H_
