#include "client/sidecar/machine_autoscaler/scaling_objects.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using google::protobuf::util::MessageDifferencer;

constexpr char kScalingTargetVersion[] = "machine.openshift.io/v1beta1";
constexpr char kScalingTargetKind[] = "MachineSet";
constexpr char kScalingAcceleratorLabel[] = "cluster-api/accelerator";

// Keeps the name, the namespace, the deletion and the finalizers. The plan does not depend on other metadata.
void KeepPlanned(v1::MachineAutoscaler& autoscaler) {
  v1::ObjectMeta kept;
  v1::ObjectMeta& metadata = *autoscaler.mutable_metadata();
  kept.set_name(metadata.name());
  kept.set_namespace_(metadata.namespace_());
  kept.set_deletion_timestamp(metadata.deletion_timestamp());
  kept.mutable_finalizers()->Swap(metadata.mutable_finalizers());
  metadata.Swap(&kept);
}

// Keeps the name, the namespace, the annotations and the GPU label.
void KeepPlanned(v1::MachineSet& machine_set) {
  v1::MachineSet kept;
  kept.mutable_metadata()->set_name(machine_set.metadata().name());
  kept.mutable_metadata()->set_namespace_(machine_set.metadata().namespace_());
  kept.mutable_metadata()->mutable_annotations()->swap(*machine_set.mutable_metadata()->mutable_annotations());
  const auto& labels = machine_set.spec().template_().spec().metadata().labels();
  if (const auto label = labels.find(kScalingAcceleratorLabel); label != labels.end()) {
    (*kept.mutable_spec()->mutable_template_()->mutable_spec()->mutable_metadata()->mutable_labels())[label->first] =
        label->second;
  }
  machine_set.Swap(&kept);
}

}  // namespace

MachineAutoscaler ReadMachineAutoscaler(const tree::Node& object) {
  MachineAutoscaler read{ReadIdentity(object)};
  objects::FoundMachineAutoscaler found;
  const absl::Status status = objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
    return objects::ReadMachineAutoscaler(node, problems, found);
  });
  if (!status.ok()) {
    read.problem = std::string(status.message());
    return read;
  }
  read.autoscaler = std::move(found.autoscaler);
  KeepPlanned(read.autoscaler);
  return read;
}

ScalingTarget ReadScalingTargetObject(const tree::Node& object) {
  ScalingTarget read{ReadIdentity(object)};
  read.owner = std::string(tree::TextAt(object, {"metadata", "annotations", kScalingOwnerKey}));
  objects::FoundScalingTarget found;
  const absl::Status status = objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
    return objects::ReadScalingTarget(node, problems, found);
  });
  if (!status.ok()) {
    read.problem = std::string(status.message());
    return read;
  }
  read.machine_set = std::move(found.machine_set);
  KeepPlanned(read.machine_set);
  return read;
}

bool HasSameContent(const MachineAutoscaler& a, const MachineAutoscaler& b) {
  return IsSameObject(a, b) && a.problem == b.problem && MessageDifferencer::Equals(a.autoscaler, b.autoscaler);
}

bool HasSameContent(const ScalingTarget& a, const ScalingTarget& b) {
  return IsSameObject(a, b) && a.problem == b.problem && a.owner == b.owner &&
         MessageDifferencer::Equals(a.machine_set, b.machine_set);
}

size_t TextBytes(const MachineAutoscaler& object) {
  return IdentityBytes(object) + object.autoscaler.SpaceUsedLong() + object.problem.size();
}

size_t TextBytes(const ScalingTarget& target) {
  return IdentityBytes(target) + target.machine_set.SpaceUsedLong() + target.owner.size() + target.problem.size();
}

bool IsScalingTarget(const v1::CrossVersionObjectReference& target) {
  return target.api_version() == kScalingTargetVersion && target.kind() == kScalingTargetKind && !target.name().empty();
}

bool NamesTarget(const v1::CrossVersionObjectReference& target, absl::string_view name) {
  return IsScalingTarget(target) && target.name() == name;
}

bool HasScalingFinalizer(const v1::MachineAutoscaler& autoscaler) {
  const auto& finalizers = autoscaler.metadata().finalizers();
  return std::find(finalizers.begin(), finalizers.end(), kScalingFinalizer) != finalizers.end();
}

std::string KeyOfMetadata(const v1::ObjectMeta& metadata) {
  return absl::StrCat(metadata.namespace_(), "/", metadata.name());
}

const std::string* AnnotationOf(const v1::MachineSet& machine_set, const std::string& key) {
  const auto& annotations = machine_set.metadata().annotations();
  const auto found = annotations.find(key);
  return found == annotations.end() ? nullptr : &found->second;
}

}  // namespace cpsizer::sidecar
