#ifndef CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_
#define CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/kube/resource_path.h"
#include "client/machine/limits.h"

// Requests to the API server for objects about the machines of a control plane.
namespace cpsizer::machine {

using kube::ApiResource;
using kube::CollectionOf;
using kube::PathOf;

inline constexpr ApiResource kAutoscalersResource = {"/apis/machine.openshift.io/v1alpha1",
                                                     "controlplanemachinesetautoscalers"};
inline constexpr ApiResource kTriggerAuthenticationsResource = {
    "/apis/machine.openshift.io/v1alpha1", "controlplanemachinesetautoscalingtriggerauthentications"};
inline constexpr ApiResource kMachineSetsResource = {"/apis/machine.openshift.io/v1", "controlplanemachinesets"};
inline constexpr ApiResource kSecretsResource = {"/api/v1", "secrets"};

// The name that the autoscaler and the ControlPlaneMachineSet of a namespace must have.
inline constexpr char kSingletonName[] = "cluster";

// Returns a GET of `path` whose response has at most `max_bytes`.
inline kube::HttpRequest GetRequest(std::string path, size_t max_bytes) {
  return kube::GetRequest(std::move(path), max_bytes, kApiTimeout);
}
// Returns a GET of one object.
inline kube::HttpRequest GetObject(const ApiResource& resource, absl::string_view name_space, absl::string_view name) {
  return GetRequest(PathOf(resource, name_space, name), kMaxObjectBytes);
}

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_API_REQUESTS_H_
