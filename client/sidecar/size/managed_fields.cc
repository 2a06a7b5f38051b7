#include "client/sidecar/size/managed_fields.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

const std::vector<Node>& Entries(const Node& object) {
  return Find(object, {"metadata", "managedFields"}).items;
}

bool OwnsCondition(const Node& conditions, absl::string_view key) {
  if (!conditions.is_map()) return false;
  // If a manager owns the list but none of its items, the list is atomic, so the manager owns each condition.
  return conditions.Find(key) != nullptr || conditions.entries.empty();
}

bool OwnsTheWhole(const Node& conditions, absl::string_view key) {
  return conditions.entries.empty() || !Find(conditions, {key, "."}).is_null();
}

}  // namespace

std::vector<ConditionOwner> ConditionOwners(const Node& object, absl::string_view type) {
  const std::string key = absl::StrCat(R"(k:{"type":")", type, R"("})");
  std::vector<ConditionOwner> owners;
  for (const Node& entry : Entries(object)) {
    const Node& conditions = Find(entry, {"fieldsV1", "f:status", "f:conditions"});
    if (!OwnsCondition(conditions, key)) continue;
    owners.push_back({std::string(TextAt(entry, {"manager"})), TextAt(entry, {"operation"}) == "Apply",
                      OwnsTheWhole(conditions, key)});
  }
  return owners;
}

}  // namespace cpsizer::sidecar
