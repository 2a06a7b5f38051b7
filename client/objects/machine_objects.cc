#include "client/objects/machine_objects.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "client/objects/message_reader.h"
#include "client/tree/scalars.h"

namespace cpsizer::objects {
namespace {

// The annotations of MachineSets that autoscaling uses.
constexpr const char* kScalingPrefixes[] = {"machine.openshift.io/", "autoscaling.openshift.io/",
                                            "capacity.cluster-autoscaler.kubernetes.io/"};

// Replaces a value by a list with this value.
void MakeList(Node& node) {
  if (node.kind == NodeKind::kNull || node.kind == NodeKind::kList) return;
  Node list;
  list.kind = NodeKind::kList;
  list.position = node.position;
  list.items.push_back(std::move(node));
  node = std::move(list);
}

// Replaces a text by a mapping `{name: ...}` with this text.
void MakeReference(Node& node) {
  if (node.kind != NodeKind::kText) return;
  Node reference;
  reference.kind = NodeKind::kMap;
  reference.position = node.position;
  reference.entries.push_back({"name", node.position, std::move(node)});
  node = std::move(reference);
}

void RewriteTriggers(Node& direction) {
  Node* triggers = direction.Find("triggers");
  if (triggers == nullptr) return;
  for (Node& trigger : triggers->items) {
    if (Node* reference = trigger.Find("authenticationRef")) MakeReference(*reference);
    Node* query = trigger.Find("prometheus");
    Node* modes = query == nullptr ? nullptr : query->Find("authModes");
    if (modes != nullptr) MakeList(*modes);
  }
}

// Returns `object` with its short forms replaced by the form that its message has.
Node Rewritten(const Node& object) {
  Node rewritten = object;
  Node* spec = rewritten.Find("spec");
  if (spec == nullptr) return rewritten;
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    if (Node* found = spec->Find(direction)) RewriteTriggers(*found);
  }
  if (Node* references = spec->Find("secretTargetRef")) MakeList(*references);
  return rewritten;
}

bool ReadChecked(const Node& object, ProblemList& problems, CheckedObject& found, google::protobuf::Message& message) {
  found.file = problems.file();
  found.positions[""] = object.position;
  return MessageReader(problems, found).Read(object, "", message);
}

}  // namespace

bool ReadControlPlaneAutoscaler(const Node& object, ProblemList& problems,
                                FoundControlPlaneMachineSetAutoscaler& found) {
  return ReadChecked(Rewritten(object), problems, found, found.autoscaler);
}

bool ReadTriggerAuthentication(const Node& object, ProblemList& problems, FoundTriggerAuthentication& found) {
  return ReadChecked(Rewritten(object), problems, found, found.authentication);
}

bool ReadControlPlaneMachineSet(const Node& object, ProblemList& problems, FoundControlPlaneMachineSet& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (!MessageReader(problems, found).Read(object, "", found.machine_set)) return false;
  // Adds the resourceVersion, which is a precondition of the patch. Only this kind needs a resourceVersion.
  found.machine_set.mutable_metadata()->set_resource_version(
      std::string(tree::TextAt(object, {"metadata", "resourceVersion"})));
  return true;
}

bool ReadClusterAutoscaler(const Node& object, ProblemList& problems, FoundClusterAutoscaler& found) {
  if (!ReadChecked(object, problems, found, found.autoscaler)) return false;
  // Adds the uid, for the owner references of the objects that the operator writes. Only this kind needs a uid.
  found.autoscaler.mutable_metadata()->set_uid(std::string(tree::TextAt(object, {"metadata", "uid"})));
  return true;
}

bool ReadMachineAutoscaler(const Node& object, ProblemList& problems, FoundMachineAutoscaler& found) {
  if (!ReadChecked(object, problems, found, found.autoscaler)) return false;
  for (const Node& finalizer : tree::Find(object, {"metadata", "finalizers"}).items) {
    found.autoscaler.mutable_metadata()->add_finalizers(finalizer.text);
  }
  return true;
}

bool ReadScalingTarget(const Node& object, ProblemList& problems, FoundScalingTarget& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (!MessageReader(problems, found).Read(object, "", found.machine_set)) return false;
  auto& annotations = *found.machine_set.mutable_metadata()->mutable_annotations();
  for (auto annotation = annotations.begin(); annotation != annotations.end();) {
    const bool is_kept = std::any_of(std::begin(kScalingPrefixes), std::end(kScalingPrefixes),
                                     [&](const char* prefix) { return absl::StartsWith(annotation->first, prefix); });
    annotation = is_kept ? std::next(annotation) : annotations.erase(annotation);
  }
  return true;
}

v1::ClusterAutoscalerCurrentObject ReadOperand(const Node& object, absl::string_view kind) {
  v1::ClusterAutoscalerCurrentObject operand;
  operand.set_kind(std::string(kind));
  operand.set_namespace_(std::string(tree::TextAt(object, {"metadata", "namespace"})));
  operand.set_name(std::string(tree::TextAt(object, {"metadata", "name"})));
  auto& fields = *operand.mutable_fields();
  tree::ForEachScalar(object, [&fields](const std::string& path, std::string text) {
    if (!absl::StartsWith(path, "metadata.managedFields")) fields[path] = std::move(text);
  });
  return operand;
}

bool ReadNodeMetrics(const Node& object, ProblemList& problems, FoundNodeMetrics& found) {
  found.place = {problems.file(), object.position};
  found.node = std::string(tree::TextAt(object, {"metadata", "name"}));
  found.timestamp = std::string(tree::TextAt(object, {"timestamp"}));
  found.window = std::string(tree::TextAt(object, {"window"}));
  return MessageReader(problems).Read(object, "", found.metrics);
}

}  // namespace cpsizer::objects
