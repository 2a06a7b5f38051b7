#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/resource_path.h"
#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/meta.pb.h"

// MachineAutoscalers and MachineSets as the controller of MachineAutoscalers keeps them in memory.
//
// Source: section 7 of docs/reference/cluster-autoscaler.md.
namespace cpsizer::sidecar {

inline constexpr kube::ApiResource kBoundsResource = {"/apis/autoscaling.openshift.io/v1beta1", "machineautoscalers"};
inline constexpr kube::ApiResource kScalingTargetsResource = {"/apis/machine.openshift.io/v1beta1", "machinesets"};

// The annotations that the controller sets on the target of a MachineAutoscaler.
inline constexpr char kScalingMinKey[] = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
inline constexpr char kScalingMaxKey[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
inline constexpr char kScalingOwnerKey[] = "autoscaling.openshift.io/machineautoscaler";
inline constexpr const char* kScalingKeys[] = {kScalingMinKey, kScalingMaxKey, kScalingOwnerKey};
// Annotations with the capacity of a machine have this prefix, followed by one of these names.
inline constexpr char kScalingCapacityPrefix[] = "capacity.cluster-autoscaler.kubernetes.io/";
inline constexpr const char* kScalingCapacityNames[] = {"cpu", "memory", "gpu-count", "gpu-type", "maxPods"};
// This finalizer keeps a MachineAutoscaler until its target is released.
inline constexpr char kScalingFinalizer[] = "machinetarget.autoscaling.openshift.io";

// A MachineAutoscaler as the API server returns it. It has only the metadata that a plan reads.
struct MachineAutoscaler : ObjectIdentity {
  v1::MachineAutoscaler autoscaler;  // empty if there is a problem
  std::string problem;               // the reason if the object cannot be read
};

// A MachineSet as the API server returns it. It has only the metadata and labels that a plan reads.
struct ScalingTarget : ObjectIdentity {
  v1::MachineSet machine_set;  // empty if there is a problem
  std::string owner;           // value of the owner annotation, even if there is a problem
  std::string problem;         // the reason if the object cannot be read
};

// These functions read objects as the API server returns them. The functions do not fail. A part that cannot be read is
// reported as a problem of the object.
MachineAutoscaler ReadMachineAutoscaler(const tree::Node& object);
ScalingTarget ReadScalingTargetObject(const tree::Node& object);

// Returns whether `a` and `b` lead to the same plan. Ignores resourceVersions, because the status of a MachineSet
// changes often.
bool HasSameContent(const MachineAutoscaler& a, const MachineAutoscaler& b);
bool HasSameContent(const ScalingTarget& a, const ScalingTarget& b);

// Returns the number of bytes that are kept for the object.
size_t TextBytes(const MachineAutoscaler& object);
size_t TextBytes(const ScalingTarget& target);

// Returns whether the reference is to a MachineSet. Only a MachineSet can be the target of a MachineAutoscaler.
bool IsScalingTarget(const v1::CrossVersionObjectReference& target);
// Returns whether the reference is to the MachineSet `name`.
bool NamesTarget(const v1::CrossVersionObjectReference& target, absl::string_view name);

bool HasScalingFinalizer(const v1::MachineAutoscaler& autoscaler);

// Returns `namespace/name`, which is the key of a MachineAutoscaler and its name in the owner annotation.
std::string KeyOfMetadata(const v1::ObjectMeta& metadata);

// Returns the value of an annotation; null if the annotation is absent.
const std::string* AnnotationOf(const v1::MachineSet& machine_set, const std::string& key);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_H_
