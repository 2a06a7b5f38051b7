#include "client/sidecar/cluster_autoscaler/named_lists.h"

#include <algorithm>
#include <cstddef>

#include "absl/types/optional.h"

namespace cpsizer::sidecar {
namespace {

// Returns whether the items of `list` are identified by their names, as containers, container ports and environment
// variables are.
bool IsNamed(const kube::Json& list) {
  return list.is_array() && !list.empty() && std::all_of(list.begin(), list.end(), [](const kube::Json& item) {
           return item.is_object() && item.contains("name");
         });
}

// Returns the item with this name; null if there is none.
kube::Json FindNamed(const kube::Json& list, const kube::Json& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const kube::Json& item) {
    return item.is_object() && item.contains("name") && item["name"] == name;
  });
  return found == list.end() ? kube::Json() : *found;
}

// Returns true if a server-side apply would not produce the list `planned`, whose items have names. An apply keeps the
// items of other writers, and identifies our items by a port that may have changed.
bool NeedsReplacement(const kube::Json& planned, const kube::Json& current) {
  if (!current.is_array() || planned.size() != current.size()) return true;
  for (size_t i = 0; i < planned.size(); ++i) {
    if (!current[i].is_object()) return true;
    for (const char* key : {"name", "port", "containerPort", "protocol"}) {
      if (planned[i].contains(key) && planned[i][key] != current[i].value(key, kube::Json())) return true;
    }
    for (const auto& [key, value] : planned[i].items()) {
      if (IsNamed(value) && NeedsReplacement(value, current[i].value(key, kube::Json::array()))) return true;
    }
  }
  return false;
}

// Adds to `lists` the paths of the lists in `planned` that a server-side apply would not produce.
void AddNamedLists(const kube::Json& planned, const kube::Json& current, FieldPath& path,
                   std::vector<FieldPath>& lists) {
  for (const auto& [key, value] : planned.items()) {
    const auto found = current.find(key);
    if (found == current.end()) continue;
    path.push_back({key, absl::nullopt});
    if (IsNamed(value) && found->is_array() && NeedsReplacement(value, *found)) lists.push_back(path);
    if (value.is_object() && found->is_object()) AddNamedLists(value, *found, path, lists);
    path.pop_back();
  }
}

}  // namespace

kube::Json MergedWith(const kube::Json& planned, const kube::Json& current) {
  if (planned.is_object() && current.is_object()) {
    kube::Json merged = current;
    for (const auto& [key, value] : planned.items()) merged[key] = MergedWith(value, current.value(key, kube::Json()));
    return merged;
  }
  if (!IsNamed(planned) || !current.is_array()) return planned;
  kube::Json merged = kube::Json::array();
  for (const kube::Json& item : planned) merged.push_back(MergedWith(item, FindNamed(current, item["name"])));
  return merged;
}

std::vector<FieldPath> ListsToReplace(const kube::Json& planned, const kube::Json& current) {
  FieldPath path = {{"spec", absl::nullopt}};
  std::vector<FieldPath> lists;
  AddNamedLists(planned.value("spec", kube::Json::object()), current.value("spec", kube::Json::object()), path, lists);
  return lists;
}

}  // namespace cpsizer::sidecar
