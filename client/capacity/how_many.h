#ifndef CPSIZER_CLIENT_CAPACITY_HOW_MANY_H_
#define CPSIZER_CLIENT_CAPACITY_HOW_MANY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/capacity/management_cluster.h"
#include "client/capacity/packing_problem.h"
#include "client/capacity/upper_bound.h"

namespace cpsizer::capacity {

// How many further control planes fit.
struct Fit {
  int64_t copies = 0;             // the number with the placement `placed`
  UpperBound bound;               // no placement exceeds bound.copies
  size_t failing_component = 0;   // the component without room in `copies` + 1, unless copies == bound.copies
  std::vector<PlacedPod> placed;  // each pod of `copies` control planes
};

// Returns how many further control planes like `control_plane` fit into what is free, by simulated placement: the pods
// with the largest requests first, each on the best fit. The filters of the scheduler that are simulated are
// NodeResourcesFit (CPU, memory, number of pods), TaintToleration, NodeAffinity, and required anti-affinity per host
// and per zone. Several orders and choices of nodes are tried, and in small clusters all placements.
//
// The scheduler places pods in the order in which they are created and prefers nodes with few pods, so it can need more
// room. Pods that are not scheduled are not counted: place them first with Rescheduling.
//
// Requires components with at least one replica in total. The same input gives the same result.
Fit HowManyFit(const ManagementCluster& cluster, const ControlPlane& control_plane);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_HOW_MANY_H_
