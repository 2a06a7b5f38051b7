#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_OBJECTS_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_OBJECTS_H_

#include <cstddef>
#include <string>

#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/control/watch/store.h"
#include "client/tree/node.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"

// The objects that the controller of the ClusterAutoscaler watches.
namespace cpsizer::sidecar {

// A ClusterAutoscaler as the API server returns it.
struct ClusterAutoscaler : ObjectIdentity {
  v1::ClusterAutoscaler autoscaler;
  std::string problem;  // the reason if the object cannot be read
};
ClusterAutoscaler ReadClusterAutoscaler(const tree::Node& object);
bool HasSameContent(const ClusterAutoscaler& a, const ClusterAutoscaler& b);
size_t TextBytes(const ClusterAutoscaler& object);

// The target of a MachineAutoscaler. The target is needed for the related objects in the status of the operator.
struct MachineAutoscalerTarget : ObjectIdentity {
  v1::CrossVersionObjectReference target;
};
MachineAutoscalerTarget ReadMachineAutoscalerTarget(const tree::Node& object);
bool HasSameContent(const MachineAutoscalerTarget& a, const MachineAutoscalerTarget& b);
size_t TextBytes(const MachineAutoscalerTarget& object);

// A Machine of a MachineSet. The Machine is needed for the related objects in the status of the operator.
struct OwnedMachine : ObjectIdentity {
  std::string machine_set;  // empty if the Machine does not belong to a MachineSet
};
OwnedMachine ReadOwnedMachine(const tree::Node& object);
bool HasSameContent(const OwnedMachine& a, const OwnedMachine& b);
size_t TextBytes(const OwnedMachine& object);

// The stores of all watched kinds.
struct AutoscalerStores {
  Store<ClusterAutoscaler> autoscalers;
  Store<MachineAutoscalerTarget> references;
  Store<OwnedMachine> machines;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_OBJECTS_H_
