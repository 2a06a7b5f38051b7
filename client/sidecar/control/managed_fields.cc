#include "client/sidecar/control/managed_fields.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

const Json& Entries(const Json& object) {
  return Find(object, {"metadata", "managedFields"});
}

bool OwnsCondition(const Json& conditions, const char* key) {
  if (!conditions.is_object()) return false;
  // An owned list without owned items is atomic.
  return conditions.contains(key) || conditions.empty();
}

bool OwnsTheWhole(const Json& conditions, const char* key) {
  return conditions.empty() || !Find(conditions, {key, "."}).is_null();
}

}  // namespace

std::string AnnotationManager(const Json& object, absl::string_view annotation) {
  const std::string key = absl::StrCat("f:", annotation);
  std::string manager;
  std::string latest;
  for (const Json& entry : Entries(object)) {
    const Json& annotations = Find(entry, {"fieldsV1", "f:metadata", "f:annotations"});
    if (!annotations.is_object() || !annotations.contains(key)) continue;
    // Times of equal form and zone are in the order of their texts.
    const std::string time(TextAt(entry, {"time"}));
    if (!manager.empty() && time < latest) continue;
    manager = std::string(TextAt(entry, {"manager"}));
    latest = time;
  }
  return manager;
}

std::vector<ConditionOwner> ConditionOwners(const Json& object, absl::string_view type) {
  const std::string key = absl::StrCat(R"(k:{"type":")", type, R"("})");
  std::vector<ConditionOwner> owners;
  for (const Json& entry : Entries(object)) {
    const Json& conditions = Find(entry, {"fieldsV1", "f:status", "f:conditions"});
    if (!OwnsCondition(conditions, key.c_str())) continue;
    owners.push_back({std::string(TextAt(entry, {"manager"})), TextAt(entry, {"operation"}) == "Apply",
                      OwnsTheWhole(conditions, key.c_str())});
  }
  return owners;
}

}  // namespace cpsizer::sidecar
