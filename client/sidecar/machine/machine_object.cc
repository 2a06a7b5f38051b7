#include "client/sidecar/machine/machine_object.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/machine/observer.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kApiVersion[] = "machine.openshift.io/v1alpha1";
constexpr char kKind[] = "ControlPlaneMachineSetAutoscaler";

}  // namespace

MachineObject ReadMachineObject(const tree::Node& object) {
  MachineObject read;
  read.name_space = std::string(tree::TextAt(object, {"metadata", "namespace"}));
  read.name = std::string(tree::TextAt(object, {"metadata", "name"}));
  read.uid = std::string(tree::TextAt(object, {"metadata", "uid"}));
  read.resource_version = std::string(tree::TextAt(object, {"metadata", "resourceVersion"}));
  read.deleting = !tree::TextAt(object, {"metadata", "deletionTimestamp"}).empty();
  absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> autoscaler = machine::ReadAutoscaler(object);
  if (autoscaler.ok()) {
    read.autoscaler = *std::move(autoscaler);
    // The items of a list have neither.
    read.autoscaler.set_api_version(kApiVersion);
    read.autoscaler.set_kind(kKind);
  } else {
    read.problem = std::string(autoscaler.status().message());
  }
  return read;
}

std::string KeyOf(const MachineObject& object) {
  return absl::StrCat(object.name_space, "/", object.name);
}

kube::Event EventAbout(const MachineObject& object, bool warning, std::string reason, std::string action,
                       std::string note) {
  kube::Event event;
  event.warning = warning;
  event.reason = std::move(reason);
  event.action = std::move(action);
  event.note = std::move(note);
  event.api_version = kApiVersion;
  event.kind = kKind;
  event.name_space = object.name_space;
  event.name = object.name;
  event.uid = object.uid;
  return event;
}

}  // namespace cpsizer::sidecar
