#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/sidecar/size/managed_fields.h"
#include "client/tree/node.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/meta.pb.h"

// The parts of watched objects that the sidecar keeps. It keeps as little as it needs, because there are many objects.
namespace cpsizer::sidecar {

// The condition of a ClusterSizingConfiguration that reports whether it can be used.
inline constexpr absl::string_view kConditionType = "ClusterSizingConfigurationValid";

// A status with its policy has some hundred bytes for each container. A longer one could make a batch call exceed its
// limit, and so hold all clusters of the call.
inline constexpr size_t kMaxVpaBytes = 65'536;

struct HostedCluster {
  std::string name_space;
  std::string name;
  std::string uid;
  std::string resource_version;
  bool deleting = false;
  bool opted_in = false;            // annotation resource-based-cp-auto-scaling
  bool dedicated_topology = false;  // annotation topology
  std::string recommended_size;     // the annotation; empty for none
  std::string recommended_by;       // field manager of that annotation; empty if unknown
  std::string size_in_force;        // the label; empty for none
};

// The VPA of a hosted cluster.
struct Vpa {
  std::string name_space;
  std::string uid;
  std::string resource_version;
  bool deleting = false;
  // The cluster named in its annotations; both empty if they name none.
  std::string cluster_namespace;
  std::string cluster_name;
  bool as_kept = false;       // target and update mode are as planned
  bool other_target = false;  // it is for another workload, and so is its recommendation
  // Serialized messages; both empty also if there is a problem.
  std::string status;           // VerticalPodAutoscalerStatus
  std::string resource_policy;  // PodResourcePolicy; empty for none
  std::string problem;          // the reason why they cannot be used
};

struct Configuration {
  std::string uid;
  std::string resource_version;
  v1::ClusterSizingConfiguration config;  // as requests carry it: name, generation and spec
  std::string problem;                    // the reason why the object cannot be read; then `config` is empty
  v1::Condition condition;                // kConditionType; empty type for none
  std::vector<ConditionOwner> condition_owners;
};

struct MachineSet {
  std::string resource_version;
  v1::MachineSet machine_set;  // only what a request needs; no spec if no size is named
  std::string problem;         // the reason why the object cannot be read
};

// Returns the bytes kept of an object, without the fixed part.
size_t TextBytes(const HostedCluster& cluster);
size_t TextBytes(const Vpa& vpa);
size_t TextBytes(const Configuration& configuration);
size_t TextBytes(const MachineSet& machine_set);

// Returns `namespace/name`, the key of an object in all maps here; the name alone for an object without namespace.
std::string KeyOf(const tree::Node& object);
std::string KeyOf(const HostedCluster& cluster);

// Read objects as the API server returns them. A part that cannot be used is a problem of that object, not an error.
HostedCluster ReadHostedCluster(const tree::Node& object);
Vpa ReadVpa(const tree::Node& object);
Configuration ReadConfiguration(const tree::Node& object);
MachineSet ReadMachineSet(const tree::Node& object);

// Returns whether a size takes its capacity from the MachineSets.
bool NeedsMachineSets(const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_
