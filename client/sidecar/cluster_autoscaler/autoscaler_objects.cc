#include "client/sidecar/cluster_autoscaler/autoscaler_objects.h"

#include <utility>

#include "absl/status/status.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {

using google::protobuf::util::MessageDifferencer;

ClusterAutoscaler ReadClusterAutoscaler(const tree::Node& object) {
  ClusterAutoscaler read{ReadIdentity(object)};
  objects::FoundClusterAutoscaler found;
  const absl::Status status =
      objects::ReadObject(object, [&found](const tree::Node& node, objects::ProblemList& problems) {
        return objects::ReadClusterAutoscaler(node, problems, found);
      });
  if (!status.ok()) read.problem = std::string(status.message());
  read.autoscaler = std::move(found.autoscaler);
  // The items of a list have no API version and no kind.
  read.autoscaler.clear_api_version();
  read.autoscaler.clear_kind();
  return read;
}

bool HasSameContent(const ClusterAutoscaler& a, const ClusterAutoscaler& b) {
  return IsSameObject(a, b) && a.problem == b.problem &&
         MessageDifferencer::Equals(a.autoscaler.spec(), b.autoscaler.spec());
}

size_t TextBytes(const ClusterAutoscaler& object) {
  return IdentityBytes(object) + object.problem.size() + object.autoscaler.SpaceUsedLong();
}

MachineAutoscalerTarget ReadMachineAutoscalerTarget(const tree::Node& object) {
  MachineAutoscalerTarget read{ReadIdentity(object)};
  const auto text = [&object](absl::string_view field) {
    return std::string(TextAt(object, {"spec", "scaleTargetRef", field}));
  };
  read.target.set_api_version(text("apiVersion"));
  read.target.set_kind(text("kind"));
  read.target.set_name(text("name"));
  return read;
}

bool HasSameContent(const MachineAutoscalerTarget& a, const MachineAutoscalerTarget& b) {
  return IsSameObject(a, b) && MessageDifferencer::Equals(a.target, b.target);
}

size_t TextBytes(const MachineAutoscalerTarget& object) {
  return IdentityBytes(object) + object.target.SpaceUsedLong();
}

OwnedMachine ReadOwnedMachine(const tree::Node& object) {
  OwnedMachine read{ReadIdentity(object)};
  for (const tree::Node& owner : Find(object, {"metadata", "ownerReferences"}).items) {
    if (TextAt(owner, {"kind"}) == "MachineSet") read.machine_set = std::string(TextAt(owner, {"name"}));
  }
  return read;
}

bool HasSameContent(const OwnedMachine& a, const OwnedMachine& b) {
  return IsSameObject(a, b) && a.machine_set == b.machine_set;
}

size_t TextBytes(const OwnedMachine& object) {
  return IdentityBytes(object) + object.machine_set.size();
}

}  // namespace cpsizer::sidecar
