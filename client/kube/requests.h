#ifndef CPSIZER_CLIENT_KUBE_REQUESTS_H_
#define CPSIZER_CLIENT_KUBE_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/json.h"

// The writes of a client, each safe to be sent twice.
//
// Source: what a real API server was seen to answer to each of them.
namespace cpsizer::kube {

// A header: the answer holds only the metadata of objects.
inline constexpr char kMetadataOnly[] = "Accept: application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

// An object as it was looked at.
struct ObjectVersion {
  std::string path;  // `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`
  std::string uid;
  std::string resource_version;
};

// Changes an object by merge patch, if it is still the one that was looked at, as `field_manager`: Aborted if not.
// FailedPrecondition, and no request, where uid or resourceVersion is unknown: the server would take that for no
// precondition at all.
absl::StatusOr<HttpRequest> MergePatch(const ObjectVersion& version, Json patch, absl::string_view field_manager);

// Changes an object that nobody else writes, whatever its version.
HttpRequest MergePatchOwn(const std::string& path, const Json& patch);

// Creates an object in the collection at `path`: AlreadyExists if there is one of its name.
HttpRequest Create(const std::string& path, const Json& object, absl::string_view field_manager);

// Deletes an object, if it is still the one that was looked at; FailedPrecondition as above.
absl::StatusOr<HttpRequest> Delete(const ObjectVersion& version);

// Sets the fields of `object`, at `path`, by server-side apply as `field_manager`: Aborted where another manager owns
// one with another value. Never forced. Creates what is not there, unless the object has a uid.
HttpRequest Apply(const std::string& path, const Json& object, absl::string_view field_manager);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REQUESTS_H_
