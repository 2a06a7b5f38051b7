#ifndef CPSIZER_CLIENT_KUBE_REQUESTS_H_
#define CPSIZER_CLIENT_KUBE_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/json.h"

// The write requests of a client. Each request can safely be sent twice.
//
// Source: the observed responses of a real API server.
namespace cpsizer::kube {

// A header that requests responses with only the metadata of objects.
inline constexpr char kMetadataOnly[] = "Accept: application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

// The version of an object that was read.
struct ObjectVersion {
  std::string path;  // `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`
  std::string uid;
  std::string resource_version;
};

// Changes an object by merge patch, as `field_manager`. The version of the object is a precondition: the server
// responds with Aborted if the object has changed. Returns FailedPrecondition if the uid or the resourceVersion in
// `version` is empty, because the server would then check no precondition.
absl::StatusOr<HttpRequest> MergePatch(const ObjectVersion& version, Json patch, absl::string_view field_manager);

// Changes an object by JSON Patch (RFC 6902), as `field_manager`. `patch` is the text of the patch, with the
// preconditions as `test` operations. The server responds with InvalidArgument if a `test` operation fails.
HttpRequest JsonPatch(const std::string& path, std::string patch, absl::string_view field_manager);

// Changes an object without a precondition. Only for objects without another writer.
HttpRequest MergePatchOwn(const std::string& path, const Json& patch);

// Creates an object in the collection at `path`. The server responds with AlreadyExists if an object with the same name
// exists.
HttpRequest Create(const std::string& path, const Json& object, absl::string_view field_manager);

// Deletes an object, with the same precondition and the same error as MergePatch().
absl::StatusOr<HttpRequest> Delete(const ObjectVersion& version);

// Sets the fields of `object` at `path` by server-side apply, as `field_manager`, without force. The server responds
// with Aborted if another manager owns a field with another value. Creates the object if it does not exist, unless
// `object` has a uid.
HttpRequest Apply(const std::string& path, const Json& object, absl::string_view field_manager);

// Same as Apply(), but with force: takes the fields from other managers. The object must exist. The precondition and
// the error are the same as for MergePatch(). The caller must know which managers own the fields in this version of the
// object.
absl::StatusOr<HttpRequest> ForceApply(const ObjectVersion& version, Json object, absl::string_view field_manager);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REQUESTS_H_
