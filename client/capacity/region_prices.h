#ifndef CPSIZER_CLIENT_CAPACITY_REGION_PRICES_H_
#define CPSIZER_CLIENT_CAPACITY_REGION_PRICES_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "client/capacity/node_value.h"
#include "client/capacity/packing_problem.h"
#include "client/capacity/region.h"

namespace cpsizer::capacity {

// Bounds from prices of resources. With any prices, the number of control planes is at most the most expensive sets of
// pods that the nodes of a region hold, divided by the price of what one control plane requires in the region. So a
// node counts only with what its pods can use together: for example, its memory does not count if it has no CPU.
class RegionPrices {
 public:
  // Requires a region of the problem. Copies what it needs.
  RegionPrices(const PackingProblem& problem, const Region& region);

  // Returns the bound for these prices, each for all that is free in the region of a resource. Returns INT64_MAX if a
  // control plane costs nothing.
  int64_t BoundOf(const Amounts& prices) const;

 private:
  Amounts required_ = {};  // by one control plane, in parts of what is free in the region
  // The free amounts of each node, and the requests that can run on it, in the same parts.
  std::vector<std::pair<Amounts, std::vector<Amounts>>> nodes_;
};

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_REGION_PRICES_H_
