#ifndef CPSIZER_CLIENT_CAPACITY_CHECK_PLACEMENT_H_
#define CPSIZER_CLIENT_CAPACITY_CHECK_PLACEMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/capacity/management_cluster.h"

namespace cpsizer::capacity {

// Checks a placement pod by pod, independently of the code that makes placements: each control plane has all its pods,
// no two pods of a component are on one host or in one zone if its anti-affinity forbids it, each node passes the
// filters, and the requests are at most what is allocatable. Returns the first violation, or an empty text.
std::string CheckPlacement(const ManagementCluster& cluster, const ControlPlane& control_plane, int64_t copies,
                           const std::vector<PlacedPod>& placed);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_CHECK_PLACEMENT_H_
