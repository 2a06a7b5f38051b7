#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/resource_series.h"

namespace cpsizer {

// A pod without a request for a resource.
struct MissingRequest {
  absl::string_view pod;
  // The first container that has no request or does not exist; empty if the request of the whole pod is missing.
  absl::string_view container;
  bool no_container = false;  // true if the pod does not have this container
};

// The requests of the pods for one resource.
struct PodRequests {
  // In milli-units, by the index of the pod. If a pod has an error, the list ends before the first such pod.
  std::vector<int64_t> of_pod;
  // The error of the first pod with an error; empty if no pod has an error. One pod with an error fails the metric,
  // even if the pod is ignored.
  std::string error;
  // All pods that have an error.
  std::vector<MissingRequest> missing;
};

// Implements section 7 of docs/reference/horizontal-pod-autoscaler.md. Reads the requests of all pods for all series at
// once. The time is linear in the number of entries and in the product of pods and series. `pod_level` is true if
// requests of whole pods are used (feature gate PodLevelResources).
std::vector<PodRequests> ReadPodRequests(const v1::RecommendReplicasRequest& request,
                                         absl::Span<const ResourceSeries> series, bool pod_level, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
