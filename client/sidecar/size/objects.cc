#include "client/sidecar/size/objects.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/annotation_write.h"
#include "client/objects/hypershift.h"
#include "client/objects/message_reader.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

std::string Text(const Node& object, std::initializer_list<absl::string_view> path) {
  return std::string(TextAt(object, path));
}

// Reads the part of an object at `path`. Adds the findings of the reader to `checked`, if it is not null. Returns the
// text of an error; empty on success.
std::string ReadPart(const Node& object, std::initializer_list<absl::string_view> path,
                     google::protobuf::Message& message, objects::CheckedObject* checked = nullptr) {
  const Node& part = Find(object, path);
  if (part.is_null()) return "";
  std::vector<objects::FileProblem> found;
  objects::ProblemList problems("", found);
  objects::MessageReader reader =
      checked == nullptr ? objects::MessageReader(problems) : objects::MessageReader(problems, *checked);
  if (reader.Read(part, absl::StrJoin(path, "."), message)) return "";
  message.Clear();
  return found.front().message;
}

bool IsAsKept(const Node& vpa) {
  const Node& target = Find(vpa, {"spec", "targetRef"});
  return TextAt(target, {"apiVersion"}) == "apps/v1" && objects::IsApiServer(target) &&
         TextAt(vpa, {"spec", "updatePolicy", "updateMode"}) == "Off";
}

// Reads the recommendation of the VPA, and the resources to which it applies.
void ReadRecommendation(const Node& object, Vpa& vpa) {
  v1::VerticalPodAutoscalerStatus status;
  v1::PodResourcePolicy policy;
  vpa.problem = ReadPart(object, {"status"}, status);
  if (vpa.problem.empty()) vpa.problem = ReadPart(object, {"spec", "resourcePolicy"}, policy);
  const size_t bytes = status.ByteSizeLong() + policy.ByteSizeLong();
  if (bytes > kMaxVpaBytes) {
    vpa.problem =
        absl::StrCat("its status and resource policy have ", bytes, " bytes, more than the limit of ", kMaxVpaBytes);
  }
  if (!vpa.problem.empty()) return;
  vpa.status = status.SerializeAsString();
  vpa.resource_policy = policy.SerializeAsString();
}

v1::Condition ConditionOf(const Node& object, absl::string_view type) {
  v1::ClusterSizingConfigurationStatus status;
  ReadPart(object, {"status"}, status);
  for (v1::Condition& condition : *status.mutable_conditions()) {
    if (condition.type() == type) return std::move(condition);
  }
  return {};
}

}  // namespace

size_t TextBytes(const HostedCluster& cluster) {
  return IdentityBytes(cluster) + cluster.recommended_size.size() + cluster.recommended_by.size() +
         cluster.size_in_force.size() + cluster.size_override.size();
}

size_t TextBytes(const Vpa& vpa) {
  return vpa.name_space.size() + vpa.uid.size() + vpa.resource_version.size() + vpa.cluster_namespace.size() +
         vpa.cluster_name.size() + vpa.created.size() + vpa.status.size() + vpa.resource_policy.size() +
         vpa.problem.size();
}

size_t TextBytes(const Configuration& configuration) {
  return configuration.uid.size() + configuration.resource_version.size() + configuration.config.SpaceUsedLong() +
         configuration.problem.size() + configuration.condition.SpaceUsedLong() +
         configuration.fields_condition.SpaceUsedLong();
}

size_t TextBytes(const MachineSet& machine_set) {
  return machine_set.resource_version.size() + machine_set.machine_set.SpaceUsedLong() + machine_set.problem.size();
}

std::string KeyOf(const Node& object) {
  const absl::string_view name_space = TextAt(object, {"metadata", "namespace"});
  return absl::StrCat(name_space, name_space.empty() ? "" : "/", TextAt(object, {"metadata", "name"}));
}

HostedCluster ReadHostedCluster(const Node& object) {
  HostedCluster cluster{ReadIdentity(object)};
  const Node& annotations = Find(object, {"metadata", "annotations"});
  cluster.opted_in = TextAt(annotations, {objects::kAutoScaling}) == "true";
  cluster.dedicated_topology = TextAt(annotations, {objects::kTopology}) == objects::kDedicatedTopology;
  cluster.recommended_size = Text(annotations, {objects::kRecommendedSize});
  cluster.recommended_by = objects::LastWriteOf(object, objects::kRecommendedSize).manager;
  cluster.size_in_force = Text(object, {"metadata", "labels", objects::kSizeLabel});
  cluster.size_override = Text(annotations, {objects::kSizeOverride});
  return cluster;
}

Vpa ReadVpa(const Node& object) {
  Vpa vpa;
  vpa.name_space = Text(object, {"metadata", "namespace"});
  vpa.uid = Text(object, {"metadata", "uid"});
  vpa.resource_version = Text(object, {"metadata", "resourceVersion"});
  vpa.created = Text(object, {"metadata", "creationTimestamp"});
  vpa.deleting = !Find(object, {"metadata", "deletionTimestamp"}).is_null();
  const Node& annotations = Find(object, {"metadata", "annotations"});
  vpa.cluster_namespace = Text(annotations, {objects::kClusterNamespace});
  vpa.cluster_name = Text(annotations, {objects::kClusterName});
  vpa.as_kept = IsAsKept(object);
  ReadRecommendation(object, vpa);
  if (std::string problem = objects::OtherTargetProblem(object); !problem.empty()) {
    vpa.other_target = true;
    vpa.problem = std::move(problem);
  }
  return vpa;
}

Configuration ReadConfiguration(const Node& object) {
  Configuration configuration;
  configuration.uid = Text(object, {"metadata", "uid"});
  configuration.resource_version = Text(object, {"metadata", "resourceVersion"});
  configuration.condition = ConditionOf(object, objects::kConfigurationCondition);
  configuration.condition_owners = ConditionOwners(object, objects::kConfigurationCondition);
  configuration.fields_condition = ConditionOf(object, objects::kStoredFieldsCondition);
  configuration.fields_condition_owners = ConditionOwners(object, objects::kStoredFieldsCondition);
  v1::ClusterSizingConfiguration& config = configuration.config;
  objects::CheckedObject checked;
  configuration.problem = ReadPart(object, {"spec"}, *config.mutable_spec(), &checked);
  configuration.unknown_fields = std::move(checked.unknown_fields);
  config.set_api_version(Text(object, {"apiVersion"}));
  config.set_kind(Text(object, {"kind"}));
  config.mutable_metadata()->set_name(Text(object, {"metadata", "name"}));
  config.mutable_metadata()->set_generation(tree::NumberAt(object, {"metadata", "generation"}));
  // Decisions do not read other annotations. A change of another annotation must not cause a new validation.
  const Node& fractions = Find(object, {"metadata", "annotations", objects::kFractionsAnnotation});
  if (!fractions.is_null()) {
    (*config.mutable_metadata()->mutable_annotations())[objects::kFractionsAnnotation] = fractions.text;
  }
  return configuration;
}

MachineSet ReadMachineSet(const Node& object) {
  MachineSet read;
  read.resource_version = Text(object, {"metadata", "resourceVersion"});
  v1::MachineSet& machine_set = read.machine_set;
  read.problem = ReadPart(object, {"spec"}, *machine_set.mutable_spec());
  v1::ObjectMeta& metadata = *machine_set.mutable_metadata();
  metadata.set_name(Text(object, {"metadata", "name"}));
  metadata.set_namespace_(Text(object, {"metadata", "namespace"}));
  for (const char* const key : objects::kCapacityAnnotations) {
    const absl::string_view value = TextAt(object, {"metadata", "annotations", key});
    if (!value.empty()) (*metadata.mutable_annotations())[key] = std::string(value);
  }
  return read;
}

bool NeedsMachineSets(const v1::ClusterSizingConfiguration& config) {
  const auto& sizes = config.spec().sizes();
  return std::any_of(sizes.begin(), sizes.end(), [](const v1::SizeConfiguration& size) {
    return !size.capacity().has_memory() || !size.capacity().has_cpu();
  });
}

}  // namespace cpsizer::sidecar
