#include "tests/testing/fake_api/fake_api_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/testing/fake_api/fake_api_rules.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::TextAt;

constexpr char kModified[] =
    "the object has been modified; please apply your changes to the latest version and try again";

bool IsText(const Json& value, absl::string_view text) {
  return value.is_string() && value.get_ref<const std::string&>() == text;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return absl::ascii_isdigit(c); });
}

absl::optional<FakeApiAnswer> VersionRefusal(const Json& before, const Json& version) {
  if (version.is_null() || IsText(version, "") || IsText(version, "0")) {
    return Invalid("metadata.resourceVersion", "must be specified for an update");
  }
  if (!version.is_string()) return Invalid("patch", absl::StrCat("Invalid value: ", Json(before.dump()).dump()));
  if (!IsNumber(version)) return Unreasoned("strconv.ParseUint: invalid syntax");
  if (version != Find(before, {"metadata", "resourceVersion"})) return Conflict(kModified);
  return absl::nullopt;
}

}  // namespace

FakeApiIntent IntentOf(const FakeApiCall& call, absl::string_view operation) {
  FakeApiIntent intent;
  intent.target = call.target;
  std::string manager = call.request.Parameter("fieldManager");
  if (manager.empty()) {
    manager =
        std::pair<std::string, std::string>(absl::StrSplit(call.request.Header("user-agent"), absl::MaxSplits('/', 1)))
            .first;
  }
  intent.manager = {std::move(manager), std::string(operation), call.target.subresource, ApiTime(call.now)};
  intent.now = call.now;
  intent.dry_run = call.request.Parameter("dryRun") == "All";
  return intent;
}

absl::optional<FakeApiAnswer> BodyRefusal(const FakeApiCall& call, const Json& body) {
  if (!body.is_object()) return BadRequest("the body is not an object");
  const Json& metadata = Find(body, {"metadata"});
  if (!metadata.is_null() && !metadata.is_object()) return BadRequest("metadata is not an object");
  const std::pair<const char*, std::string> kSame[] = {{"name", call.target.name},
                                                       {"namespace", call.target.name_space}};
  for (const auto& [name, expected] : kSame) {
    const Json& value = Find(metadata, {name});
    if (value.is_null() || expected.empty() || value == expected) continue;
    return BadRequest(absl::StrCat("the ", name, " of the object (", value.dump(), ") does not match that of the URL"));
  }
  const std::pair<const char*, std::string> kType[] = {{"apiVersion", call.kind.api_version}, {"kind", call.kind.kind}};
  for (const auto& [name, expected] : kType) {
    if (body.contains(name) && body[name] != expected) return BadRequest(absl::StrCat(name, " does not match the URL"));
  }
  return absl::nullopt;
}

absl::optional<FakeApiAnswer> NamespaceRefusal(const FakeApiCall& call) {
  if (!call.kind.namespaced) return absl::nullopt;
  const FakeApiKind namespaces = Namespaces();
  const FakeApiObject space = call.store.Get(PathOf(namespaces, "", call.target.name_space));
  if (space == nullptr) {
    if (!call.enforce_namespaces) return absl::nullopt;
    return NotFound(namespaces.plural, call.target.name_space);
  }
  if (TextAt(*space, {"metadata", "deletionTimestamp"}).empty()) return absl::nullopt;
  return StatusAnswer(403, "Forbidden",
                      absl::StrCat("unable to create new content in namespace ", call.target.name_space,
                                   " because it is being terminated"),
                      {{"NamespaceTerminating", "metadata.namespace", "the namespace is being terminated"}});
}

absl::optional<FakeApiAnswer> PreconditionRefusal(const Json& before, const Json& patch) {
  const Json& metadata = Find(patch, {"metadata"});
  if (!metadata.is_object()) return absl::nullopt;
  if (metadata.contains("resourceVersion")) {
    if (absl::optional<FakeApiAnswer> refusal = VersionRefusal(before, metadata["resourceVersion"])) return refusal;
  }
  // An empty uid is not a precondition.
  const Json& uid = Find(metadata, {"uid"});
  if (uid.is_null() || IsText(uid, "") || uid == Find(before, {"metadata", "uid"})) return absl::nullopt;
  return Invalid("metadata.uid", absl::StrCat("Invalid value: ", uid.dump(), ": field is immutable"));
}

FakeApiAnswer CheckAndCommit(const FakeApiCall& call, const FakeApiObject& before, Json prepared,
                             const FakeApiIntent& intent) {
  const bool same = before != nullptr && *before == prepared;
  if (absl::optional<FakeApiAnswer> refusal = Refusal(call.kind, before.get(), prepared);
      refusal.has_value() && !same) {
    return *refusal;
  }
  if (call.admission) {
    if (absl::optional<FakeApiAnswer> refusal = call.admission(intent.target, prepared, call.store)) return *refusal;
  }
  const int code = before == nullptr ? 201 : 200;
  return ObjectAnswer(code, *Commit(call.store, before, std::move(prepared), intent));
}

}  // namespace cpsizer::testing
