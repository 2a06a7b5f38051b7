#include "client/sidecar/machine/machine_object.h"

#include <utility>

#include "client/machine/observer.h"

namespace cpsizer::sidecar {

MachineObject ReadMachineObject(const tree::Node& object) {
  MachineObject read;
  static_cast<ObjectIdentity&>(read) = ReadIdentity(object);
  absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> autoscaler = machine::ReadAutoscaler(object);
  if (autoscaler.ok()) {
    read.autoscaler = *std::move(autoscaler);
    // The items of a list have no API version and no kind.
    read.autoscaler.set_api_version(kMachineAutoscalerKind.api_version);
    read.autoscaler.set_kind(kMachineAutoscalerKind.kind);
  } else {
    read.problem = std::string(autoscaler.status().message());
  }
  return read;
}

}  // namespace cpsizer::sidecar
