#ifndef CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_
#define CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/http/url.h"
#include "client/machine/limits.h"

// Reads from the API server of the objects about machines of a control plane.
namespace cpsizer::machine {

// A namespaced resource.
struct ApiResource {
  absl::string_view group;  // `/apis/GROUP/VERSION`, or `/api/v1`
  absl::string_view plural;
};
inline constexpr ApiResource kAutoscalersResource = {"/apis/machine.openshift.io/v1alpha1",
                                                     "controlplanemachinesetautoscalers"};
inline constexpr ApiResource kTriggerAuthenticationsResource = {
    "/apis/machine.openshift.io/v1alpha1", "controlplanemachinesetautoscalingtriggerauthentications"};
inline constexpr ApiResource kMachineSetsResource = {"/apis/machine.openshift.io/v1", "controlplanemachinesets"};
inline constexpr ApiResource kSecretsResource = {"/api/v1", "secrets"};

// The name of the one autoscaler and of the one ControlPlaneMachineSet of a namespace.
inline constexpr char kSingletonName[] = "cluster";

// The path of all objects of a namespace.
inline std::string CollectionOf(const ApiResource& resource, absl::string_view name_space) {
  return absl::StrCat(resource.group, "/namespaces/", kube::PercentEncoded(name_space), "/", resource.plural);
}
// The path of one object.
inline std::string PathOf(const ApiResource& resource, absl::string_view name_space, absl::string_view name) {
  return absl::StrCat(CollectionOf(resource, name_space), "/", kube::PercentEncoded(name));
}

// A read of `path` whose answer has at most `max_bytes`.
inline kube::HttpRequest GetRequest(std::string path, size_t max_bytes) {
  kube::HttpRequest request;
  request.path = std::move(path);
  request.headers = {"Accept: application/json"};
  request.timeout = kApiTimeout;
  request.max_answer_bytes = max_bytes;
  return request;
}
// A read of one object.
inline kube::HttpRequest GetObject(const ApiResource& resource, absl::string_view name_space, absl::string_view name) {
  return GetRequest(PathOf(resource, name_space, name), kMaxObjectBytes);
}

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_
