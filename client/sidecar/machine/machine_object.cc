#include "client/sidecar/machine/machine_object.h"

#include <utility>

#include "client/machine/observer.h"

namespace cpsizer::sidecar {
namespace {

constexpr ObjectKind kAutoscaler = {"machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscaler"};

}  // namespace

MachineObject ReadMachineObject(const tree::Node& object) {
  MachineObject read;
  static_cast<ObjectIdentity&>(read) = ReadIdentity(object);
  absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> autoscaler = machine::ReadAutoscaler(object);
  if (autoscaler.ok()) {
    read.autoscaler = *std::move(autoscaler);
    // The items of a list have no API version and no kind.
    read.autoscaler.set_api_version(kAutoscaler.api_version);
    read.autoscaler.set_kind(kAutoscaler.kind);
  } else {
    read.problem = std::string(autoscaler.status().message());
  }
  return read;
}

kube::Event EventAbout(const MachineObject& object, bool warning, std::string reason, std::string action,
                       std::string note) {
  return EventAbout(kAutoscaler, object, warning, std::move(reason), std::move(action), std::move(note));
}

}  // namespace cpsizer::sidecar
