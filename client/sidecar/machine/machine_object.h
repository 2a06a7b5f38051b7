#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_

#include <string>

#include "client/kube/event_recorder.h"
#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A ControlPlaneMachineSetAutoscaler as the API server returns it.
struct MachineObject : ObjectIdentity {
  v1::ControlPlaneMachineSetAutoscaler autoscaler;  // empty if there is a problem
  std::string problem;                              // the reason if the object cannot be read
};

MachineObject ReadMachineObject(const tree::Node& object);

// Returns an event about the autoscaler.
kube::Event EventAbout(const MachineObject& object, bool warning, std::string reason, std::string action,
                       std::string note);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
