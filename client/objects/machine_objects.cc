#include "client/objects/machine_objects.h"

#include <string>
#include <utility>

#include "client/objects/message_reader.h"

namespace cpsizer::objects {
namespace {

// Puts a scalar where a list belongs into a list of its own.
void MakeList(Node& node) {
  if (node.kind == NodeKind::kNull || node.kind == NodeKind::kList) return;
  Node list;
  list.kind = NodeKind::kList;
  list.position = node.position;
  list.items.push_back(std::move(node));
  node = std::move(list);
}

// Makes `name` of a text `{name: ...}`.
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

// The same object in the form that its message has.
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

}  // namespace

bool ReadMachineAutoscaler(const Node& object, ProblemList& problems, FoundMachineAutoscaler& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  return MessageReader(problems, found).Read(Rewritten(object), "", found.autoscaler);
}

bool ReadTriggerAuthentication(const Node& object, ProblemList& problems, FoundTriggerAuthentication& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  return MessageReader(problems, found).Read(Rewritten(object), "", found.authentication);
}

bool ReadControlPlaneMachineSet(const Node& object, ProblemList& problems, FoundControlPlaneMachineSet& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (!MessageReader(problems, found).Read(object, "", found.machine_set)) return false;
  // A precondition of the patch, which other objects do not need.
  found.machine_set.mutable_metadata()->set_resource_version(
      std::string(tree::TextAt(object, {"metadata", "resourceVersion"})));
  return true;
}

bool ReadNodeMetrics(const Node& object, ProblemList& problems, FoundNodeMetrics& found) {
  found.place = {problems.file(), object.position};
  found.node = std::string(tree::TextAt(object, {"metadata", "name"}));
  found.timestamp = std::string(tree::TextAt(object, {"timestamp"}));
  found.window = std::string(tree::TextAt(object, {"window"}));
  return MessageReader(problems).Read(object, "", found.metrics);
}

}  // namespace cpsizer::objects
