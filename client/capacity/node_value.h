#ifndef CPSIZER_CLIENT_CAPACITY_NODE_VALUE_H_
#define CPSIZER_CLIENT_CAPACITY_NODE_VALUE_H_

#include <array>
#include <vector>

#include "client/capacity/resources.h"

namespace cpsizer::capacity {

using Amounts = std::array<double, kResources>;

// Requests with a price.
struct PricedPod {
  Amounts requests;
  double price;
};

// Returns a bound of the sum of prices of the pods that fit into `free`: the value of a linear program with one row for
// each resource. The bound holds with any rounding error of the search, because it is computed from weights of the
// resources with which no pod costs less than its price. Requires amounts and prices of 0 or more, and that each pod
// requests some of Resource::kPods.
double NodeValue(const Amounts& free, const std::vector<PricedPod>& pods);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_NODE_VALUE_H_
