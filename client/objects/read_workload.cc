#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "client/objects/default_requests.h"
#include "client/objects/message_reader.h"
#include "client/objects/replica_objects.h"
#include "client/tree/documents/documents.h"

namespace cpsizer::objects {
namespace {

// The annotation in which `kubectl apply` stores the manifest.
constexpr char kLastApplied[] = "kubectl.kubernetes.io/last-applied-configuration";

// Returns the part of `object` at `path`, or null if there is none.
const Node* PartAt(const Node& object, std::initializer_list<absl::string_view> path) {
  const Node* part = &object;
  for (const absl::string_view key : path) {
    if (part != nullptr) part = part->Find(key);
  }
  return part == nullptr || part->kind == NodeKind::kNull ? nullptr : part;
}

bool ReadIf(const Node* node, absl::string_view path, ProblemList& problems, google::protobuf::Message& message) {
  return node == nullptr || MessageReader(problems).Read(*node, path, message);
}

// Reads the selector of a ReplicationController, which is a map of labels. The default is the labels of the pod
// template.
bool ReadPlainSelector(const Node& object, ProblemList& problems, v1::LabelSelector& selector) {
  const Node* labels = PartAt(object, {"spec", "selector"});
  if (labels == nullptr) labels = PartAt(object, {"spec", "template", "metadata", "labels"});
  if (labels == nullptr) return true;
  Node wrapped;
  wrapped.kind = NodeKind::kMap;
  wrapped.entries.push_back({"matchLabels", labels->position, *labels});
  return MessageReader(problems).Read(wrapped, "spec.selector", selector);
}

// Returns whether the object is from an API server and not from a manifest.
bool IsOfACluster(const v1::ObjectMeta& metadata) {
  return !metadata.uid().empty() || !metadata.resource_version().empty() || !metadata.creation_timestamp().empty();
}

absl::optional<int32_t> ReplicasIn(const Node& manifest) {
  const Node* replicas = PartAt(manifest, {"spec", "replicas"});
  const bool reads = replicas != nullptr && replicas->kind == NodeKind::kInteger && replicas->integer >= 0 &&
                     replicas->integer <= std::numeric_limits<int32_t>::max();
  return reads ? absl::optional<int32_t>(static_cast<int32_t>(replicas->integer)) : absl::nullopt;
}

}  // namespace

absl::optional<int32_t> AppliedReplicas(const google::protobuf::Map<std::string, std::string>& annotations) {
  const auto applied = annotations.find(kLastApplied);
  absl::optional<int32_t> replicas;
  if (applied == annotations.end()) return replicas;
  std::vector<FileProblem> ignored;
  ProblemList problems("", ignored);
  tree::ReadDocuments(applied->second, problems,
                      [&replicas](const Node& manifest) { replicas = ReplicasIn(manifest); });
  return replicas;
}

bool ReadWorkload(const Node& object, absl::string_view api_version, absl::string_view kind, ProblemList& problems,
                  FoundWorkload& found) {
  v1::ObjectMeta metadata;
  v1::LabelSelector selector;
  v1::ScaleSpec& spec = *found.scale.mutable_spec();
  v1::ScaleStatus& status = *found.scale.mutable_status();
  const Node* there = PartAt(object, {"status"});
  const Node* pod = PartAt(object, {"spec", "template", "spec"});
  spec.set_replicas(1);
  bool reads = ReadPart(object, "metadata", problems, metadata);
  reads &= ReadIf(PartAt(object, {"spec"}), "spec", problems, spec);
  reads &= ReadIf(there, "status", problems, status);
  reads &= ReadIf(pod, "spec.template.spec", problems, found.pod);
  reads &= kind == "ReplicationController"
               ? ReadPlainSelector(object, problems, selector)
               : ReadIf(PartAt(object, {"spec", "selector"}), "spec.selector", problems, selector);
  v1::ObjectMeta template_metadata;
  reads &=
      ReadIf(PartAt(object, {"spec", "template", "metadata"}), "spec.template.metadata", problems, template_metadata);
  if (!reads) return false;
  found.pod_labels = std::move(*template_metadata.mutable_labels());
  if (there == nullptr) status.set_replicas(spec.replicas());
  status.set_selector(SelectorText(selector));
  if (pod != nullptr) DefaultRequests(*pod, found.pod);
  found.manifest_replicas = IsOfACluster(metadata) ? AppliedReplicas(metadata.annotations()) : ReplicasIn(object);
  found.api_version = std::string(api_version);
  found.kind = std::string(kind);
  found.name = metadata.name();
  found.name_space = metadata.namespace_();
  found.place = {problems.file(), object.position};
  return true;
}

}  // namespace cpsizer::objects
