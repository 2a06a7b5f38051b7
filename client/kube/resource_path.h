#ifndef CPSIZER_CLIENT_KUBE_RESOURCE_PATH_H_
#define CPSIZER_CLIENT_KUBE_RESOURCE_PATH_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {

// A resource type of the Kubernetes API.
struct ApiResource {
  absl::string_view group;  // such as `/apis/GROUP/VERSION` or `/api/v1`
  absl::string_view plural;
};

// Returns the path of all objects in the namespace `name_space`. If `name_space` is empty, returns the path of all
// objects in the cluster.
inline std::string CollectionOf(const ApiResource& resource, absl::string_view name_space) {
  if (name_space.empty()) return absl::StrCat(resource.group, "/", resource.plural);
  return absl::StrCat(resource.group, "/namespaces/", PercentEncoded(name_space), "/", resource.plural);
}
// Returns the path of one object.
inline std::string PathOf(const ApiResource& resource, absl::string_view name_space, absl::string_view name) {
  return absl::StrCat(CollectionOf(resource, name_space), "/", PercentEncoded(name));
}

// Returns a GET request for `path`. The response may have at most `max_bytes`.
inline HttpRequest GetRequest(std::string path, size_t max_bytes = kMaxAnswerBytes,
                              absl::Duration timeout = HttpRequest().timeout) {
  HttpRequest request;
  request.path = std::move(path);
  request.headers = {"Accept: application/json"};
  request.max_answer_bytes = max_bytes;
  request.timeout = timeout;
  return request;
}

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_RESOURCE_PATH_H_
