#ifndef CPSIZER_TESTS_CAPACITY_RANDOM_CLUSTERS_H_
#define CPSIZER_TESTS_CAPACITY_RANDOM_CLUSTERS_H_

#include <cstdint>
#include <string>

#include "client/capacity/management_cluster.h"

namespace cpsizer::capacity {

inline constexpr int64_t kMi = int64_t{1} << 20;
inline constexpr int64_t kGi = int64_t{1} << 30;

struct RandomCluster {
  ManagementCluster cluster;
  ControlPlane control_plane;
};

// At most 4 nodes in at most 3 zones, with room for a few pods each: small enough to try all placements. Some nodes
// have a taint or no zone.
RandomCluster SmallCluster(uint64_t seed);

// Nodes of several shapes in three zones, up to 90 % full, and a control plane of 15 to 40 components, as in a fleet.
RandomCluster LargeCluster(uint64_t seed, int64_t nodes);

// Returns a node with 110 pods and without labels.
Node MakeNode(const std::string& name, const std::string& zone, int64_t cpu_millis, int64_t memory_bytes);
// Returns a component with one replica.
Component MakeComponent(const std::string& name, int64_t cpu_millis, int64_t memory_bytes);
// Returns a component with three replicas, at most one per host and per zone.
Component MakeSpread(const std::string& name, int64_t cpu_millis, int64_t memory_bytes);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_TESTS_CAPACITY_RANDOM_CLUSTERS_H_
