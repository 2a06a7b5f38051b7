#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_

#include <string>

#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A ControlPlaneMachineSetAutoscaler as the API server returns it.
struct MachineObject : ObjectIdentity {
  v1::ControlPlaneMachineSetAutoscaler autoscaler;  // empty if there is a problem
  std::string problem;                              // the reason if the object cannot be read
};

inline constexpr ObjectKind kMachineAutoscalerKind = {"machine.openshift.io/v1alpha1",
                                                      "ControlPlaneMachineSetAutoscaler"};

MachineObject ReadMachineObject(const tree::Node& object);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
