#include "client/sidecar/cluster_autoscaler/operand_plan.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/objects/escape.h"
#include "client/sidecar/cluster_autoscaler/field_owners.h"
#include "client/sidecar/cluster_autoscaler/named_lists.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/tree/node_json.h"
#include "client/tree/parse_json.h"
#include "client/tree/scalars.h"

namespace cpsizer::sidecar {
namespace {

using Action = OperandPlan::Action;
using Differences = google::protobuf::RepeatedPtrField<v1::ClusterAutoscalerDifference>;
using tree::Node;

constexpr int kMaxChangesShown = 5;
constexpr size_t kMaxValueShown = 80;

enum class Owner : uint8_t { kUs, kEarlierAutoscaler, kAnother };

Owner OwnerOf(const Node& object, const std::string& autoscaler_uid) {
  for (const Node& owner : Find(object, {"metadata", "ownerReferences"}).items) {
    if (Find(owner, {"controller"}).integer == 0) continue;
    const bool is_autoscaler = absl::StartsWith(TextAt(owner, {"apiVersion"}), "autoscaling.openshift.io/") &&
                               TextAt(owner, {"kind"}) == "ClusterAutoscaler" &&
                               TextAt(owner, {"name"}) == cluster_autoscaler::kSingletonName;
    if (!is_autoscaler) return Owner::kAnother;
    const bool is_current = autoscaler_uid.empty() || TextAt(owner, {"uid"}) == autoscaler_uid;
    return is_current ? Owner::kUs : Owner::kEarlierAutoscaler;
  }
  return IsWrittenByUs(object) ? Owner::kUs : Owner::kAnother;
}

std::string Shown(const std::string& value) {
  return absl::StrCat("\"", objects::EscapeCut(value, kMaxValueShown), "\"");
}

std::string ChangesOf(const Differences& differences) {
  std::string text;
  const int shown = std::min(differences.size(), kMaxChangesShown);
  for (int i = 0; i < shown; ++i) {
    const v1::ClusterAutoscalerDifference& difference = differences[i];
    absl::StrAppend(&text, i == 0 ? "" : ", ", difference.path(), ": ",
                    difference.has_current() ? Shown(difference.current()) : "absent", " -> ",
                    difference.has_planned() ? Shown(difference.planned()) : "absent");
  }
  if (differences.size() > shown) absl::StrAppend(&text, ", and ", differences.size() - shown, " more");
  return text;
}

OperandPlan Held(const char* reason, std::string note) {
  OperandPlan plan;
  plan.held = {reason, ""};
  plan.note = std::move(note);
  return plan;
}

// Returns the part of a path before the index of a list.
FieldPath OutsideOfLists(FieldPath path) {
  path.erase(std::find_if(path.begin(), path.end(), [](const FieldStep& step) { return step.index.has_value(); }),
             path.end());
  return path;
}

// Returns the manifest without the values that differ from `current` but are not among the differences of the plan.
// Such a value applies only at creation, and another writer has changed the value. A list that contains such a value is
// left out as a whole, because its items depend on each other. A list is not left out if it also contains a difference
// of the plan, or if our field manager owns it, because the apply would then remove it.
kube::Json BodyOf(const v1::ClusterAutoscalerObject& planned, const Node& current) {
  absl::flat_hash_set<absl::string_view> differing;
  absl::flat_hash_set<std::string> written;
  for (const v1::ClusterAutoscalerDifference& difference : planned.differences()) {
    differing.insert(difference.path());
    written.insert(PointerOf(OutsideOfLists(ParseFieldPath(difference.path()))));
  }
  absl::flat_hash_map<std::string, std::string> values;
  tree::ForEachScalar(current, [&](const std::string& path, std::string text) { values[path] = std::move(text); });
  std::set<std::string> left_out;
  tree::ForEachScalar(tree::ParseJson(planned.manifest()), [&](const std::string& path, const std::string& text) {
    const auto value = values.find(path);
    if (differing.contains(path) || (value != values.end() && value->second == text)) return;
    const FieldPath fields = OutsideOfLists(ParseFieldPath(path));
    const std::string pointer = PointerOf(fields);
    if (!written.contains(pointer) && !OwnersOf(current, fields).ours) left_out.insert(pointer);
  });
  kube::Json patch = kube::Json::array();
  for (const std::string& pointer : left_out) patch.push_back({{"op", "remove"}, {"path", pointer}});
  return kube::Json::parse(planned.manifest()).patch(patch);
}

// Returns the shortest prefix of the path that is not in the manifest. For a path into a list, returns the path of the
// list.
FieldPath UnplannedPart(const FieldPath& path, const kube::Json& manifest) {
  FieldPath part;
  const kube::Json* planned = &manifest;
  for (const FieldStep& step : path) {
    if (step.index.has_value()) break;
    part.push_back(step);
    const auto found = planned->find(step.key);
    if (found == planned->end()) break;
    planned = &*found;
  }
  return part;
}

const kube::Json* ValueAt(const kube::Json& object, const FieldPath& path) {
  const kube::Json* value = &object;
  for (const FieldStep& step : path) {
    const auto found = value->find(step.key);
    if (found == value->end()) return nullptr;
    value = &*found;
  }
  return value;
}

// Returns a plan that replaces lists by the planned lists and removes fields that are not planned.
OperandPlan Replacement(const std::vector<FieldPath>& paths, const kube::Json& manifest, const kube::Json& current) {
  OperandPlan plan;
  plan.action = Action::kReplace;
  plan.body = kube::Json::object();
  for (const FieldPath& path : paths) {
    const kube::Json* const planned = ValueAt(manifest, path);
    const kube::Json* const value = ValueAt(current, path);
    kube::Json* at = &plan.body;
    for (const FieldStep& step : path) at = &(*at)[step.key];
    *at = planned == nullptr || value == nullptr ? kube::Json() : MergedWith(*planned, *value);
    absl::StrAppend(&plan.changes, plan.changes.empty() ? "" : ", ", planned == nullptr ? "removed " : "replaced ",
                    PointerOf(path));
  }
  return plan;
}

OperandPlan FieldOfAnother(const v1::ClusterAutoscalerObject& planned, const std::string& manager,
                           const std::string& path) {
  return Held(kFieldOfAnotherManager,
              absl::StrCat(planned.kind(), " ", planned.name(), ": the field manager ", Shown(manager), " owns ", path,
                           " by server-side apply; remove the field there, or leave the object to that manager"));
}

OperandPlan PlanUpdate(const v1::ClusterAutoscalerObject& planned, const Node& current) {
  const kube::Json wanted = kube::Json::parse(planned.manifest()), present = tree::ToJson(current);
  std::vector<FieldPath> replaced = ListsToReplace(wanted, present);
  for (const FieldPath& list : replaced) {
    const FieldOwners owners = OwnersOf(current, list);
    if (!owners.other.empty()) return FieldOfAnother(planned, owners.other, PointerOf(list));
  }
  if (!replaced.empty()) return Replacement(replaced, wanted, present);
  bool applies = false;
  for (const v1::ClusterAutoscalerDifference& difference : planned.differences()) {
    FieldPath differing = ParseFieldPath(difference.path());
    const FieldOwners owners = OwnersOf(current, differing);
    if (!owners.other.empty()) return FieldOfAnother(planned, owners.other, difference.path());
    // A server-side apply also removes a field that our field manager owns and that is not in the plan.
    applies |= difference.has_planned() || owners.ours;
    differing = UnplannedPart(differing, wanted);
    if (std::find(replaced.begin(), replaced.end(), differing) == replaced.end()) replaced.push_back(differing);
  }
  if (!applies) return Replacement(replaced, wanted, present);
  OperandPlan plan;
  plan.action = Action::kApply;
  plan.changes = ChangesOf(planned.differences());
  plan.body = BodyOf(planned, current);
  return plan;
}

}  // namespace

OperandPlan PlanOperand(const v1::ClusterAutoscalerObject& planned, const Node& current,
                        const std::string& autoscaler_uid) {
  OperandPlan plan;
  if (planned.action() == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE) {
    plan.action = Action::kCreate;
    plan.body = kube::Json::parse(planned.manifest());
    return plan;
  }
  // An object that is being deleted is not written.
  if (!TextAt(current, {"metadata", "deletionTimestamp"}).empty()) return plan;
  const Owner owner = OwnerOf(current, autoscaler_uid);
  const bool deletes = planned.action() == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE;
  if (owner == Owner::kEarlierAutoscaler) {
    plan.action = Action::kDelete;
    plan.changes = "it belongs to an earlier ClusterAutoscaler of this name";
  } else if (owner == Owner::kAnother && planned.action() != v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP) {
    return Held(kObjectOfAnotherOwner, absl::StrCat(planned.kind(), " ", planned.name(),
                                                    " is not owned by the ClusterAutoscaler, and the sidecar did not "
                                                    "write it; delete it if it is not needed"));
  } else if (deletes) {
    plan.action = Action::kDelete;
    plan.changes = "there is no ClusterAutoscaler";
  } else if (planned.action() == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE) {
    return PlanUpdate(planned, current);
  }
  return plan;
}

}  // namespace cpsizer::sidecar
