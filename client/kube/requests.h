#ifndef CPSIZER_CLIENT_KUBE_REQUESTS_H_
#define CPSIZER_CLIENT_KUBE_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/json.h"

// Makes write requests. Each request can safely be sent twice.
//
// Source: the observed responses of a real API server.
namespace cpsizer::kube {

// The header for a response with only the metadata of the object.
inline constexpr char kMetadataOnly[] = "Accept: application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

// A version of an object, from a read of the object.
struct ObjectVersion {
  std::string path;  // `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`
  std::string uid;
  std::string resource_version;
};

// Changes an object by merge patch, with the field manager `field_manager`. The uid and the resourceVersion in
// `version` are a precondition: if the object has changed, the API server responds with Aborted. Returns
// FailedPrecondition if the uid or the resourceVersion is empty, because the API server would then not check it.
absl::StatusOr<HttpRequest> MergePatch(const ObjectVersion& version, Json patch, absl::string_view field_manager);

// Changes an object by JSON Patch (RFC 6902), with the field manager `field_manager`. `patch` is the text of the patch.
// Its `test` operations are the preconditions: if a `test` operation fails, the API server responds with
// InvalidArgument.
HttpRequest JsonPatch(const std::string& path, std::string patch, absl::string_view field_manager);

// Changes an object without a precondition. Must be used only for objects that have no other writer.
HttpRequest MergePatchOwn(const std::string& path, const Json& patch);

// Creates an object in the collection at `path`. If an object with the same name exists, the API server responds with
// AlreadyExists.
HttpRequest Create(const std::string& path, const Json& object, absl::string_view field_manager);

// Deletes an object. The precondition and the errors are the same as for MergePatch().
absl::StatusOr<HttpRequest> Delete(const ObjectVersion& version);

// Sets the fields of the object at `path` to the fields in `object`, by server-side apply without force, with the field
// manager `field_manager`. If another field manager owns a field with another value, the API server responds with
// Aborted. If the object does not exist and `object` has no uid, creates the object.
HttpRequest Apply(const std::string& path, const Json& object, absl::string_view field_manager);

// Same as Apply(), but with force: also sets fields that other field managers own. The object must exist. The
// precondition and the errors are the same as for MergePatch(). Before the call, the caller must find out from this
// version of the object which field managers own the fields.
absl::StatusOr<HttpRequest> ForceApply(const ObjectVersion& version, Json object, absl::string_view field_manager);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REQUESTS_H_
