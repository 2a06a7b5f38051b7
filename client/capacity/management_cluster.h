#ifndef CPSIZER_CLIENT_CAPACITY_MANAGEMENT_CLUSTER_H_
#define CPSIZER_CLIENT_CAPACITY_MANAGEMENT_CLUSTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "client/capacity/node_filters.h"
#include "client/capacity/resources.h"

// The values that placement computes with. The limits of limits.h apply to them.
namespace cpsizer::capacity {

struct Node {
  std::string name;
  std::string zone;  // empty: the node is in no zone, and rules for zones do not apply to it
  Resources allocatable;
  NodeLabels labels;
  // With node.kubernetes.io/unschedulable:NoSchedule for a node that is cordoned.
  std::vector<Taint> taints;
};

// One pod, as far as its placement depends on it.
struct Pod {
  Resources requests;
  size_t rules = 0;           // an index of ManagementCluster::rules
  bool one_per_host = false;  // required anti-affinity to the pods of its component, per host
  bool one_per_zone = false;  // the same per zone
};

inline constexpr int kNoNode = -1;
inline constexpr int kNoComponent = -1;

// A pod of the cluster that has not ended.
struct RunningPod {
  std::string name;
  Pod pod;
  int node = kNoNode;            // an index of ManagementCluster::nodes; kNoNode: the pod is not scheduled
  int component = kNoComponent;  // the same number for the pods that an anti-affinity of `pod` is about
  bool is_bound = false;         // it ends with its node, such as a pod of a DaemonSet
};

struct ManagementCluster {
  std::vector<Node> nodes;
  std::vector<RunningPod> running;
  std::vector<NodeRules> rules = {NodeRules()};
};

// The pods of one Deployment or StatefulSet of a control plane.
struct Component {
  std::string name;
  Pod pod;
  int64_t replicas = 1;
};

// A control plane from which further ones are made.
struct ControlPlane {
  std::vector<Component> components;
};

// One pod of a further control plane and its node.
struct PlacedPod {
  int64_t copy;      // the number of the further control plane, from 0
  size_t component;  // an index of ControlPlane::components
  size_t node;       // an index of ManagementCluster::nodes
};

// Returns what is free on each node: allocatable minus the requests of its running pods. An amount is negative if the
// pods request more than is allocatable.
std::vector<Resources> FreeResources(const ManagementCluster& cluster);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_MANAGEMENT_CLUSTER_H_
