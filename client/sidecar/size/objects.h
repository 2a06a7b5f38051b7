#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/size/managed_fields.h"
#include "client/tree/node.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/meta.pb.h"

// The parts of watched objects that the sidecar keeps in memory. The sidecar keeps as little as possible, because there
// are many objects.
namespace cpsizer::sidecar {

// The limit for the status of a VPA together with its resource policy. Usually a status has a few hundred bytes for
// each container. With longer statuses, a batch call could exceed its limit. Then all clusters of the call would be
// held.
inline constexpr size_t kMaxVpaBytes = 65'536;

struct HostedCluster : ObjectIdentity {
  bool opted_in = false;            // from the annotation resource-based-cp-auto-scaling
  bool dedicated_topology = false;  // from the annotation topology
  std::string recommended_size;     // value of the annotation; empty if there is none
  std::string recommended_by;       // field manager of the annotation; empty if it is unknown
  std::string size_in_force;        // value of the label; empty if there is none
  std::string size_override;        // value of the annotation cluster-size-override; empty if there is none
};

// The VPA of a hosted cluster.
struct Vpa {
  std::string name_space;
  std::string uid;
  std::string resource_version;
  std::string created;  // metadata.creationTimestamp
  bool deleting = false;
  // The cluster in the annotations of the VPA. The two texts are empty if the annotations do not contain a cluster.
  std::string cluster_namespace;
  std::string cluster_name;
  bool as_kept = false;       // target and update mode are as planned
  bool other_target = false;  // the VPA and its recommendation are for another workload
  // Serialized messages. The two texts are empty if the messages cannot be used.
  std::string status;           // VerticalPodAutoscalerStatus
  std::string resource_policy;  // PodResourcePolicy; empty if there is none
  std::string problem;          // the reason if the recommendation cannot be used
};

struct Configuration {
  std::string uid;
  std::string resource_version;
  // Name, generation, the annotation with fractions, and spec, as in requests.
  v1::ClusterSizingConfiguration config;
  // The reason if the spec cannot be read. If there is a problem, the spec of `config` is empty.
  std::string problem;
  std::vector<v1::Finding> unknown_fields;  // warnings about fields of the spec that this version does not know
  v1::Condition condition;  // the objects::kConfigurationCondition condition; has no type if it is absent
  std::vector<ConditionOwner> condition_owners;
  v1::Condition fields_condition;  // like `condition`, for objects::kStoredFieldsCondition
  std::vector<ConditionOwner> fields_condition_owners;
};

struct MachineSet {
  std::string resource_version;
  v1::MachineSet machine_set;  // only the fields that a request needs
  std::string problem;         // the reason if the object cannot be read
};

// Returns the number of bytes that are kept for the object, without the bytes of the struct itself.
size_t TextBytes(const HostedCluster& cluster);
size_t TextBytes(const Vpa& vpa);
size_t TextBytes(const Configuration& configuration);
size_t TextBytes(const MachineSet& machine_set);

// Returns `namespace/name`, the key of an object in all maps of the size controller. For an object without namespace,
// the key is its name.
std::string KeyOf(const tree::Node& object);

// These functions read objects as the API server returns them. The functions do not fail. A part that cannot be used is
// reported as a problem of the object.
HostedCluster ReadHostedCluster(const tree::Node& object);
Vpa ReadVpa(const tree::Node& object);
Configuration ReadConfiguration(const tree::Node& object);
MachineSet ReadMachineSet(const tree::Node& object);

// Returns whether a size needs MachineSets, because the configuration does not have its memory capacity or its CPU
// capacity.
bool NeedsMachineSets(const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_OBJECTS_H_
