#ifndef CPSIZER_CLIENT_OBJECTS_CAPACITY_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_CAPACITY_OBJECTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "cpsizer/quantity.h"

// The nodes and pods of a management cluster, with what the placement of pods depends on. The functions add a problem
// and return false if an object cannot be used. Amounts are rounded up as in the scheduler.
namespace cpsizer::objects {

// The maximum amounts of one node or pod: 1,000,000 cores, 1 PiB, 10,000 pods. Larger amounts are a problem.
inline constexpr int64_t kMaxCapacityCpuMillis = 1'000'000'000;
inline constexpr int64_t kMaxCapacityMemoryBytes = int64_t{1} << 50;
inline constexpr int64_t kMaxCapacityPods = 10'000;

// Returns `quantity` in parts of 1 / `parts`, rounded up. Returns nothing if it is not from 0 to `most` parts.
absl::optional<int64_t> PartsOf(const Quantity& quantity, int64_t parts, int64_t most);

struct NodeTaint {
  std::string key;
  std::string value;
  std::string effect;
};

struct FoundCapacityNode {
  Place place;
  std::string name;
  std::string zone;  // the label topology.kubernetes.io/zone; may be empty
  // status.allocatable
  int64_t cpu_millis = 0;
  int64_t memory_bytes = 0;
  int64_t pods = 0;
  std::map<std::string, std::string> labels;
  // The taints with the effects NoSchedule and NoExecute; with the one of spec.unschedulable.
  std::vector<NodeTaint> taints;
};
bool ReadCapacityNode(const Node& object, ProblemList& problems, FoundCapacityNode& found);

struct PodToleration {
  std::string key;
  std::string op;  // Exists or Equal; empty: Equal
  std::string value;
  std::string effect;
};

// A requirement of nodeSelector (the operator is In) or of nodeAffinity.
struct NodeRequirement {
  std::string key;
  std::string op;
  std::vector<std::string> values;
};

// The requests of one container. A limit without a request is the request, as the API server sets it.
struct ContainerRequests {
  std::string name;
  int64_t cpu_millis = 0;
  int64_t memory_bytes = 0;
  bool is_init = false;
  bool is_sidecar = false;  // an init container with the restart policy Always
};

struct PodAmounts {
  int64_t cpu_millis = 0;
  int64_t memory_bytes = 0;
};

struct FoundCapacityPod {
  Place place;
  std::string name_space;
  std::string name;
  std::string node;         // spec.nodeName; empty if the pod is not scheduled
  bool has_ended = false;   // its phase is Succeeded or Failed: it requests nothing
  bool is_deleted = false;  // it has a deletion timestamp: it requests until it ends
  std::string owner_kind;   // Deployment, StatefulSet, DaemonSet, Job, Node, ...; empty without an owner
  std::string component;    // the name of the owner; for a Deployment without the hash of the ReplicaSet
  std::vector<ContainerRequests> containers;
  PodAmounts overhead;
  // spec.resources.requests of the pod, which replace the sum of its containers.
  absl::optional<int64_t> pod_cpu_millis;
  absl::optional<int64_t> pod_memory_bytes;
  std::vector<NodeRequirement> selector;
  std::vector<std::vector<NodeRequirement>> any_of;  // the terms of the required nodeAffinity
  std::vector<PodToleration> tolerations;
  // Required anti-affinity to pods with its own labels, per host and per zone.
  bool one_per_host = false;
  bool one_per_zone = false;
};
bool ReadCapacityPod(const Node& object, ProblemList& problems, FoundCapacityPod& found);

// Returns what the scheduler counts for the pod: the sum of its containers and sidecars, or the largest sum while its
// init containers run, with the overhead. Source: PodRequests of k8s.io/component-helpers/resource.
PodAmounts RequestsOf(const FoundCapacityPod& pod);

// All objects of these kinds, in the order of the files.
struct CapacityObjects {
  std::vector<FoundCapacityNode> nodes;
  std::vector<FoundCapacityPod> pods;

  bool empty() const { return nodes.empty() && pods.empty(); }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CAPACITY_OBJECTS_H_
