#ifndef CPSIZER_CLIENT_EFFECTS_REQUESTS_H_
#define CPSIZER_CLIENT_EFFECTS_REQUESTS_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "client/effects/effect_annotations.h"
#include "client/objects/container_name.h"
#include "cpsizer/quantity.h"

namespace cpsizer::effects {

using objects::ContainerName;

// The container of the kube-apiserver.
inline constexpr char kKubeApiServer[] = "kube-apiserver";

// Splits the end of an annotation with kRequestOverridePrefix, DEPLOYMENT.CONTAINER, at the first dot, as the operator
// does.
ContainerName TargetOf(absl::string_view target);

// The source of a request.
enum class RequestLayer : uint8_t {
  kBaseline,  // the manifests of the release
  kSize,      // the effects of the size
  kCluster,   // another annotation of the cluster: of a person, or left over
};

struct LayeredRequest {
  Quantity amount;
  RequestLayer layer = RequestLayer::kBaseline;

  friend bool operator==(const LayeredRequest& a, const LayeredRequest& b) {
    return a.amount == b.amount && a.layer == b.layer;
  }
};

// The requests of a container by resource, such as `cpu` and `memory`.
using ContainerRequests = std::map<std::string, LayeredRequest, std::less<>>;
using Requests = std::map<ContainerName, ContainerRequests>;

// Reads the value of an annotation with kRequestOverridePrefix, such as `memory=2Gi,cpu=500m`. Parts that are not
// quantities are left out; of several with the same resource, the last one counts. Returns nothing if the text stops
// the operator.
std::map<std::string, Quantity, std::less<>> AmountsOf(absl::string_view value);

// Replaces the requests in `requests` that the annotations set, each resource for itself; the others stay. The layer
// of a request is kSize if `of_size` has the annotation with the same value, otherwise kCluster.
//
// `requests` are those that the control plane has without the annotations. For a new control plane, they are the
// baseline. The operator keeps the requests of an existing one, so that a request stays if its annotation is removed,
// and a new release does not change it: then they are the requests with the annotations before.
//
// Source: applyRequestsOverrides and setDefaultOptions in support/controlplane-component/defaults.go at 3ee96155.
void ApplyAnnotations(const Annotations& annotations, const Annotations& of_size, Requests& requests);

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_REQUESTS_H_
