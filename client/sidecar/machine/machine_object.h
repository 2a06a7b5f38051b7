#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_

#include <string>

#include "client/kube/event_recorder.h"
#include "client/tree/node.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A ControlPlaneMachineSetAutoscaler as the API server gives it.
struct MachineObject {
  std::string name_space;
  std::string name;
  std::string uid;
  std::string resource_version;
  bool deleting = false;
  v1::ControlPlaneMachineSetAutoscaler autoscaler;  // empty where there is a problem
  std::string problem;                              // why it cannot be read
};

MachineObject ReadMachineObject(const tree::Node& object);

// `namespace/name`.
std::string KeyOf(const MachineObject& object);

// An event about it.
kube::Event EventAbout(const MachineObject& object, bool warning, std::string reason, std::string action,
                       std::string note);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_OBJECT_H_
