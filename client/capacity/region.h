#ifndef CPSIZER_CLIENT_CAPACITY_REGION_H_
#define CPSIZER_CLIENT_CAPACITY_REGION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/capacity/packing_problem.h"

namespace cpsizer::capacity {

// A set of nodes, and the pods of each control plane that cannot be placed on other nodes.
struct Region {
  std::vector<size_t> nodes;      // in ascending order
  int zone = kNoZone;             // the zone, if the region is a part of one zone
  std::vector<int64_t> required;  // for each demand, the number of such pods of one control plane
};

// Returns the regions that can limit the number of control planes: all nodes, each zone, all other zones, the nodes on
// which some demand may run, and their part of each zone. Regions in which no pod is required are left out.
std::vector<Region> MakeRegions(const PackingProblem& problem);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_REGION_H_
