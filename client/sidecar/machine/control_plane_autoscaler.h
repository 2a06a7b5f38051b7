#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_CONTROL_PLANE_AUTOSCALER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_CONTROL_PLANE_AUTOSCALER_H_

#include <cstddef>
#include <string>

#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A ControlPlaneMachineSetAutoscaler as the API server returns it.
struct ControlPlaneAutoscaler : ObjectIdentity {
  v1::ControlPlaneMachineSetAutoscaler autoscaler;  // empty if there is a problem
  std::string problem;                              // the reason if the object cannot be read
};

inline constexpr ObjectKind kControlPlaneAutoscalerKind = {"machine.openshift.io/v1alpha1",
                                                           "ControlPlaneMachineSetAutoscaler"};

ControlPlaneAutoscaler ReadControlPlaneAutoscaler(const tree::Node& object);

// Returns the number of bytes that are kept for the object.
size_t TextBytes(const ControlPlaneAutoscaler& object);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_CONTROL_PLANE_AUTOSCALER_H_
