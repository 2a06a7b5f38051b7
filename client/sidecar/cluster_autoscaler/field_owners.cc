#include "client/sidecar/cluster_autoscaler/field_owners.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "client/sidecar/control/field_manager.h"
#include "client/tree/parse_json.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

const std::vector<Node>& ManagersOf(const Node& object) {
  return Find(object, {"metadata", "managedFields"}).items;
}

// Returns whether `name`, such as `k:{"name":"a"}`, identifies `item` in a list with keys.
bool NamesItem(absl::string_view name, const Node& item) {
  if (!absl::ConsumePrefix(&name, "k:")) return false;
  const Node keys = tree::ParseJson(name);
  return keys.is_map() && std::all_of(keys.entries.begin(), keys.entries.end(), [&item](const tree::Entry& entry) {
           const Node* value = item.Find(entry.key);
           return value != nullptr && *value == entry.value;
         });
}

// Returns whether the map of this name is written as a whole, so that the owner of the map owns all its keys. These are
// the maps of the OpenAPI schema with `x-kubernetes-map-type: atomic` that the objects of the cluster-autoscaler have.
bool IsAtomicMap(absl::string_view name) {
  return absl::EndsWithIgnoreCase(name, "selector") || absl::EndsWith(name, "Ref");
}

// Returns whether `fields` contains the field at `path` in `value`. `name` is the name of `value`. If `fields` has no
// members, it contains the whole value if the value is a scalar, or a list or map that is written as a whole. An owner
// of any other map without members owns nothing below the map: it has applied an empty map, such as `spec: {}`.
bool Owns(const Node& fields, absl::string_view name, absl::Span<const FieldStep> path, const Node& value) {
  if (!fields.is_map()) return false;
  if (path.empty()) return true;
  if (fields.entries.empty()) return path.front().index.has_value() || IsAtomicMap(name);
  static const Node& nothing = *new Node();
  const FieldStep& step = path.front();
  if (!step.index.has_value()) {
    const Node* owned = fields.Find(absl::StrCat("f:", step.key));
    const Node* below = value.Find(step.key);
    return owned != nullptr && Owns(*owned, step.key, path.subspan(1), below == nullptr ? nothing : *below);
  }
  if (*step.index >= value.items.size()) return false;
  const Node& item = value.items[*step.index];
  return std::any_of(fields.entries.begin(), fields.entries.end(), [&](const tree::Entry& entry) {
    return NamesItem(entry.key, item) && Owns(entry.value, "", path.subspan(1), item);
  });
}

}  // namespace

bool IsWrittenByUs(const Node& object) {
  const std::vector<Node>& managers = ManagersOf(object);
  return std::any_of(managers.begin(), managers.end(),
                     [](const Node& entry) { return TextAt(entry, {"manager"}) == kFieldManager; });
}

FieldOwners OwnersOf(const Node& object, const FieldPath& path) {
  FieldOwners owners;
  for (const Node& entry : ManagersOf(object)) {
    if (TextAt(entry, {"operation"}) != "Apply" || !Owns(Find(entry, {"fieldsV1"}), "", path, object)) continue;
    const absl::string_view manager = TextAt(entry, {"manager"});
    if (manager == kFieldManager) {
      owners.ours = true;
    } else {
      owners.other = std::string(manager);
    }
  }
  return owners;
}

}  // namespace cpsizer::sidecar
