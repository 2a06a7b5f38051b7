#include "client/sidecar/machine/control_plane_autoscaler.h"

#include <utility>

#include "client/machine/observer.h"

namespace cpsizer::sidecar {

ControlPlaneAutoscaler ReadControlPlaneAutoscaler(const tree::Node& object) {
  ControlPlaneAutoscaler read{ReadIdentity(object)};
  absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> autoscaler = machine::ReadAutoscaler(object);
  if (autoscaler.ok()) {
    read.autoscaler = *std::move(autoscaler);
    // The items of a list have no API version and no kind.
    read.autoscaler.set_api_version(kControlPlaneAutoscalerKind.api_version);
    read.autoscaler.set_kind(kControlPlaneAutoscalerKind.kind);
  } else {
    read.problem = std::string(autoscaler.status().message());
  }
  return read;
}

size_t TextBytes(const ControlPlaneAutoscaler& object) {
  return IdentityBytes(object) + object.autoscaler.SpaceUsedLong() + object.problem.size();
}

}  // namespace cpsizer::sidecar
