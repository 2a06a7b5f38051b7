#include "client/kube/requests.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {
namespace {

constexpr char kApplyPatch[] = "apply-patch+yaml";

HttpRequest WriteText(const char* method, const std::string& path, std::string body, absl::string_view content_type,
                      absl::string_view field_manager) {
  Query query;
  if (!field_manager.empty()) query.Add("fieldManager", field_manager);
  HttpRequest request;
  request.method = method;
  request.path = query.AppendTo(path);
  request.headers = {"Accept: application/json", absl::StrCat("Content-Type: application/", content_type)};
  request.body = std::move(body);
  return request;
}

HttpRequest Write(const char* method, const std::string& path, const Json& body, absl::string_view content_type,
                  absl::string_view field_manager) {
  // Replaces invalid UTF-8, because the API server refuses invalid UTF-8. Only values that were read from the API
  // server can contain invalid UTF-8.
  return WriteText(method, path, body.dump(-1, ' ', false, Json::error_handler_t::replace), content_type,
                   field_manager);
}

void SetPrecondition(const ObjectVersion& version, Json& body) {
  body["metadata"]["uid"] = version.uid;
  body["metadata"]["resourceVersion"] = version.resource_version;
}

absl::Status CheckVersion(const ObjectVersion& version) {
  if (!version.uid.empty() && !version.resource_version.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(version.path, " is not written: its ",
                                                    version.uid.empty() ? "uid" : "resourceVersion",
                                                    " is unknown, so the write could change another object"));
}

}  // namespace

absl::StatusOr<HttpRequest> MergePatch(const ObjectVersion& version, Json patch, absl::string_view field_manager) {
  if (absl::Status status = CheckVersion(version); !status.ok()) return status;
  SetPrecondition(version, patch);
  return Write("PATCH", version.path, patch, "merge-patch+json", field_manager);
}

HttpRequest JsonPatch(const std::string& path, std::string patch, absl::string_view field_manager) {
  return WriteText("PATCH", path, std::move(patch), "json-patch+json", field_manager);
}

HttpRequest MergePatchOwn(const std::string& path, const Json& patch) {
  return Write("PATCH", path, patch, "merge-patch+json", "");
}

HttpRequest Create(const std::string& path, const Json& object, absl::string_view field_manager) {
  return Write("POST", path, object, "json", field_manager);
}

absl::StatusOr<HttpRequest> Delete(const ObjectVersion& version) {
  if (absl::Status status = CheckVersion(version); !status.ok()) return status;
  const Json options = {{"apiVersion", "v1"},
                        {"kind", "DeleteOptions"},
                        {"preconditions", {{"uid", version.uid}, {"resourceVersion", version.resource_version}}}};
  return Write("DELETE", version.path, options, "json", "");
}

HttpRequest Apply(const std::string& path, const Json& object, absl::string_view field_manager) {
  return Write("PATCH", path, object, kApplyPatch, field_manager);
}

absl::StatusOr<HttpRequest> ForceApply(const ObjectVersion& version, Json object, absl::string_view field_manager) {
  if (absl::Status status = CheckVersion(version); !status.ok()) return status;
  SetPrecondition(version, object);
  HttpRequest request = Write("PATCH", version.path, object, kApplyPatch, field_manager);
  request.path += "&force=true";
  return request;
}

}  // namespace cpsizer::kube
