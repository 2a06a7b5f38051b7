#ifndef CPSIZER_TESTS_CAPACITY_EVERY_PLACEMENT_H_
#define CPSIZER_TESTS_CAPACITY_EVERY_PLACEMENT_H_

#include <cstdint>

#include "client/capacity/management_cluster.h"

namespace cpsizer::capacity {

// An oracle: the number of further control planes that fit, from all placements of one control plane after the other,
// pod by pod. Only for small clusters.
int64_t CountByEveryPlacement(const ManagementCluster& cluster, const ControlPlane& control_plane);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_TESTS_CAPACITY_EVERY_PLACEMENT_H_
