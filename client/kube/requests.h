#ifndef CPSIZER_CLIENT_KUBE_REQUESTS_H_
#define CPSIZER_CLIENT_KUBE_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/json.h"

// The write requests of a client. Each can safely be sent twice.
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

// Changes an object by merge patch, as `field_manager`, with its version as precondition: the server responds with
// Aborted if the object has changed. FailedPrecondition, and no request, if uid or resourceVersion is unknown: the
// server would then apply no precondition.
absl::StatusOr<HttpRequest> MergePatch(const ObjectVersion& version, Json patch, absl::string_view field_manager);

// Changes an object by JSON Patch (RFC 6902), as `field_manager`. `patch` is the text, including its preconditions. The
// server responds with InvalidArgument if one of its tests fails.
HttpRequest JsonPatch(const std::string& path, std::string patch, absl::string_view field_manager);

// Changes an object that has no other writer, without a precondition.
HttpRequest MergePatchOwn(const std::string& path, const Json& patch);

// Creates an object in the collection at `path`: the server responds with AlreadyExists if an object of that name
// exists.
HttpRequest Create(const std::string& path, const Json& object, absl::string_view field_manager);

// Deletes an object, with the same precondition and the same FailedPrecondition.
absl::StatusOr<HttpRequest> Delete(const ObjectVersion& version);

// Sets the fields of `object`, at `path`, by server-side apply as `field_manager`: the server responds with Aborted if
// another manager owns a field with another value. Never forced. Creates the object if it does not exist, unless
// `object` has a uid.
HttpRequest Apply(const std::string& path, const Json& object, absl::string_view field_manager);

// The same for an object that exists, with its version as precondition as above, and forced: takes the fields from
// other managers. For callers that know the owners of the fields from that version.
absl::StatusOr<HttpRequest> ForceApply(const ObjectVersion& version, Json object, absl::string_view field_manager);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REQUESTS_H_
