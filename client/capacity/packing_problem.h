#ifndef CPSIZER_CLIENT_CAPACITY_PACKING_PROBLEM_H_
#define CPSIZER_CLIENT_CAPACITY_PACKING_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/capacity/management_cluster.h"
#include "client/capacity/resources.h"

namespace cpsizer::capacity {

// The pods of one component in each further control plane.
struct Demand {
  Resources requests;
  int64_t replicas = 1;
  bool one_per_host = false;
  bool one_per_zone = false;
  // The nodes, in ascending order, that pass the filters and have room for at least one of the pods.
  std::vector<size_t> nodes;
};

inline constexpr int kNoZone = -1;

// The placement of n equal control planes, as numbers of pods.
//
// Pods of different control planes do not exclude each other, so n control planes are placed if for each component the
// number of pods per host (one_per_host) and per zone (one_per_zone) is at most n: if the pods are numbered in the
// order of zones and nodes, and pod i belongs to control plane i modulo n, no control plane has two pods at one such
// place. Therefore a placement is a table of numbers, and its size does not depend on n.
struct PackingProblem {
  std::vector<Resources> free;  // for each node; not negative
  std::vector<int> zones;       // for each node, from 0, or kNoZone
  int zone_count = 0;
  std::vector<Demand> demands;
};

// The number of pods of each demand (first index) on each node (second index).
using PodCounts = std::vector<std::vector<int64_t>>;

PackingProblem MakeProblem(const ManagementCluster& cluster, const ControlPlane& control_plane);

// Returns a node for each pod of `copies` control planes. Requires that `counts` is a placement of them.
std::vector<PlacedPod> PlacedPods(const PackingProblem& problem, const PodCounts& counts, int64_t copies);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_PACKING_PROBLEM_H_
