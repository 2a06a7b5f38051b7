#include "tests/testing/fake_api/fake_api_writes.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/fake_api/fake_api_call.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::TextAt;

FakeApiAnswer Missing(const FakeApiCall& call) {
  return NotFound(call.target.plural, call.target.name);
}

FakeApiAnswer Post(const FakeApiCall& call) {
  const Json body = kube::ParseJson(call.request.body);
  if (absl::optional<FakeApiAnswer> refusal = BodyRefusal(call, body)) return *refusal;
  FakeApiIntent intent = IntentOf(call, "Update");
  intent.target.name = std::string(TextAt(body, {"metadata", "name"}));
  if (intent.target.name.empty()) return Invalid("metadata.name", "Required value: name or generateName is required");
  if (absl::optional<FakeApiAnswer> refusal = NamespaceRefusal(call)) return *refusal;
  if (call.store.Find(intent.target) != nullptr) {
    return StatusAnswer(409, "AlreadyExists",
                        absl::StrCat(call.target.plural, " \"", intent.target.name, "\" already exists"));
  }
  return CheckAndCommit(call, nullptr, Prepared(call.store, call.kind, nullptr, body, intent), intent);
}

FakeApiAnswer MergePatch(const FakeApiCall& call) {
  const Json patch = kube::ParseJson(call.request.body);
  if (absl::optional<FakeApiAnswer> refusal = BodyRefusal(call, patch)) return *refusal;
  const FakeApiObject before = call.store.Find(call.target);
  if (before == nullptr) return Missing(call);
  if (absl::optional<FakeApiAnswer> refusal = PreconditionRefusal(*before, patch)) return *refusal;
  Json after = *before;
  after.merge_patch(patch);
  if (!Find(after, {"metadata"}).is_object()) return Invalid("metadata", "must be an object");
  const FakeApiIntent intent = IntentOf(call, "Update");
  return CheckAndCommit(call, before, Prepared(call.store, call.kind, before, std::move(after), intent), intent);
}

// If a `test` operation of the patch fails, a real API server responds as for an invalid object.
FakeApiAnswer JsonPatch(const FakeApiCall& call) {
  const FakeApiObject before = call.store.Find(call.target);
  if (before == nullptr) return Missing(call);
  Json after;
  try {
    after = before->patch(kube::ParseJson(call.request.body));
  } catch (const Json::exception& error) {
    return StatusAnswer(422, "Invalid", "the server rejected our request due to an error in our request",
                        {{"UnexpectedServerResponse", "", error.what()}});
  }
  const FakeApiIntent intent = IntentOf(call, "Update");
  return CheckAndCommit(call, before, Prepared(call.store, call.kind, before, std::move(after), intent), intent);
}

FakeApiAnswer Patch(const FakeApiCall& call) {
  const std::string type = call.request.Header("content-type");
  if (absl::StartsWith(type, "application/json-patch+json")) return JsonPatch(call);
  if (absl::StartsWith(type, "application/merge-patch+json")) return MergePatch(call);
  if (absl::StartsWith(type, "application/apply-patch+yaml")) return ApplyPatch(call);
  return UnsupportedMediaType(type);
}

FakeApiAnswer Put(const FakeApiCall& call) {
  const Json body = kube::ParseJson(call.request.body);
  if (absl::optional<FakeApiAnswer> refusal = BodyRefusal(call, body)) return *refusal;
  const FakeApiIntent intent = IntentOf(call, "Update");
  const FakeApiObject before = call.store.Find(call.target);
  const absl::string_view uid = TextAt(body, {"metadata", "uid"});
  // A PUT creates a missing object of a built-in kind.
  if (before == nullptr && !call.kind.built_in) return Missing(call);
  const absl::string_view there = before == nullptr ? "" : TextAt(*before, {"metadata", "uid"});
  if (!uid.empty() && uid != there) {
    return Conflict(absl::StrCat("Precondition failed: UID in precondition: ", uid, ", UID in object meta: ", there));
  }
  if (before == nullptr) {
    if (absl::optional<FakeApiAnswer> refusal = NamespaceRefusal(call)) return *refusal;
  } else {
    const Json& version = Find(body, {"metadata", "resourceVersion"});
    const Json precondition = {{"metadata", {{"resourceVersion", version}}}};
    if (absl::optional<FakeApiAnswer> refusal = PreconditionRefusal(*before, precondition)) return *refusal;
  }
  Json after = body;
  after["metadata"]["name"] = call.target.name;
  return CheckAndCommit(call, before, Prepared(call.store, call.kind, before, std::move(after), intent), intent);
}

FakeApiAnswer Delete(const FakeApiCall& call) {
  const FakeApiObject object = call.store.Find(call.target);
  if (object == nullptr) return Missing(call);
  const Json options = kube::ParseJson(call.request.body);
  if (!call.request.body.empty() && !options.is_object()) return BadRequest("the body is not DeleteOptions");
  for (const char* const name : {"uid", "resourceVersion"}) {
    const absl::string_view wanted = TextAt(options, {"preconditions", name});
    const absl::string_view there = TextAt(*object, {"metadata", name});
    if (wanted.empty() || wanted == there) continue;
    return Conflict(
        absl::StrCat("Precondition failed: ", name, " in precondition: ", wanted, ", in object meta: ", there));
  }
  const FakeApiObject left = CommitDeletion(call.store, object, IntentOf(call, "Update"));
  if (left != nullptr) return ObjectAnswer(200, *left);
  return ObjectAnswer(200, {{"kind", "Status"},
                            {"apiVersion", "v1"},
                            {"metadata", Json::object()},
                            {"status", "Success"},
                            {"details",
                             {{"name", call.target.name},
                              {"kind", call.target.plural},
                              {"uid", std::string(TextAt(*object, {"metadata", "uid"}))}}}});
}

FakeApiAnswer PatchScale(const FakeApiCall& call) {
  if (!absl::StartsWith(call.request.Header("content-type"), "application/merge-patch+json")) {
    return UnsupportedMediaType(call.request.Header("content-type"));
  }
  const FakeApiAnswer answer = MergePatch(call);
  return answer.code == 200 ? ObjectAnswer(200, ScaleOf(kube::ParseJson(answer.body))) : answer;
}

bool FitsMethod(const FakeApiCall& call) {
  const bool collection = call.target.name.empty();
  const bool placed = call.kind.namespaced == !call.target.name_space.empty();
  return placed && collection == (call.request.method == "POST");
}

}  // namespace

FakeApiAnswer Write(const FakeApiCall& call) {
  const std::string& method = call.request.method;
  const std::string& subresource = call.target.subresource;
  if (subresource == "scale" && call.kind.has_scale && method == "PATCH") return PatchScale(call);
  if (!subresource.empty() && !(subresource == "status" && call.kind.has_status)) {
    return StatusAnswer(404, "NotFound", "the server could not find the requested resource");
  }
  if (FitsMethod(call)) {
    if (method == "POST") return Post(call);
    if (method == "PATCH") return Patch(call);
    if (method == "PUT") return Put(call);
    if (method == "DELETE") return Delete(call);
  }
  return StatusAnswer(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
}

}  // namespace cpsizer::testing
