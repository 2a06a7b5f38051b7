#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/testing/fake_api/fake_api_call.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::TextAt;

// Returns the fields of the body that the apply sets. An apply to the subresource status sets only `status`. An apply
// to the object sets the other fields, and also `status` if the kind has no subresource status. Fields that only
// identify the object or are preconditions are removed.
Json Applied(const FakeApiCall& call, const Json& body) {
  const bool to_status = call.target.subresource == "status";
  Json applied = Json::object();
  for (const auto& [key, value] : body.items()) {
    const bool is_status = call.kind.has_status && key == "status";
    if (is_status == to_status && key != "apiVersion" && key != "kind") applied[key] = value;
  }
  if (applied.contains("metadata")) {
    for (const char* const name : {"name", "namespace", "uid", "resourceVersion"}) applied["metadata"].erase(name);
  }
  return applied;
}

FakeApiAnswer ApplyToNothing(const FakeApiCall& call, const Json& body, const Json& applied, FakeApiIntent intent) {
  if (!call.target.subresource.empty()) return NotFound(call.target.plural, call.target.name);
  const absl::string_view uid = TextAt(body, {"metadata", "uid"});
  if (!uid.empty()) {
    return Conflict(
        absl::StrCat("uid mismatch: the provided object specified uid ", uid, ", and no existing object was found"));
  }
  if (absl::optional<FakeApiAnswer> refusal = NamespaceRefusal(call)) return *refusal;
  Json object = applied;
  object["apiVersion"] = call.kind.api_version;
  RecordApply(intent.manager, ChangedFields(Json(), applied), /*alone=*/false, object);
  intent.has_fields = true;
  return CheckAndCommit(call, nullptr, Prepared(call.store, call.kind, nullptr, std::move(object), intent), intent);
}

// Returns whether the body has an empty status, and the status would have no conditions after the apply.
bool LeavesEmptyStatus(const Json& body, const Json& after) {
  const Json& status = Find(body, {"status"});
  return status.is_object() && status.empty() && Find(after, {"status", "conditions"}).empty();
}

// Returns whether the apply would remove the last condition although another manager owns values of conditions.
bool LeavesNullConditions(const Json& others, const Json& after) {
  return !Find(others, {"f:status", "f:conditions"}).is_null() && Find(after, {"status", "conditions"}).empty();
}

}  // namespace

FakeApiAnswer ApplyPatch(const FakeApiCall& call) {
  if (call.request.Parameter("fieldManager").empty()) return Invalid("fieldManager", "is required for apply patch");
  const Json body = kube::ParseJson(call.request.body);
  if (absl::optional<FakeApiAnswer> refusal = BodyRefusal(call, body)) return *refusal;
  const Json& status = Find(body, {"status"});
  for (const auto& [key, value] : status.items()) {
    if (call.target.subresource == "status" && key != "conditions") {
      return Unreasoned(
          absl::StrCat("failed to create typed patch object: .status.", key, ": field not declared in schema"));
    }
  }
  FakeApiIntent intent = IntentOf(call, "Apply");
  const Json applied = Applied(call, body);
  const FakeApiObject before = call.store.Find(call.target);
  if (before == nullptr) return ApplyToNothing(call, body, applied, std::move(intent));
  if (absl::optional<FakeApiAnswer> refusal = PreconditionRefusal(*before, body)) return *refusal;

  const bool force = call.request.Parameter("force") == "true";
  const Json fields = ChangedFields(Json(), applied);
  const std::vector<FakeApiCause> causes = ApplyConflicts(*before, applied, fields, intent.manager);
  if (!causes.empty() && !force) {
    return StatusAnswer(409, "Conflict",
                        absl::StrCat("Apply failed with ", causes.size(), " conflicts: ", causes.front().message, ": ",
                                     causes.front().field),
                        causes);
  }
  const Json given_up = FieldsWithout(FieldsOf(*before, intent.manager), fields);
  const Json others = FieldsOfOthers(*before, intent.manager);
  Json after = Merged(*before, applied);
  RemoveFields(FieldsWithout(given_up, others), after);
  if (!given_up.empty() && LeavesNullConditions(others, after)) {
    return Invalid("status.conditions", "Invalid value: \"null\": conditions in body must be of type array: \"null\"");
  }
  if (!given_up.empty() && LeavesEmptyStatus(body, after)) {
    return Invalid("status", "Invalid value: \"null\": status in body must be of type object: \"null\"");
  }
  RecordApply(intent.manager, fields, /*alone=*/!causes.empty(), after);
  intent.has_fields = true;
  return CheckAndCommit(call, before, Prepared(call.store, call.kind, before, std::move(after), intent), intent);
}

}  // namespace cpsizer::testing
