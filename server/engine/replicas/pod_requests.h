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
  // The first container that has no request, or that does not exist; empty if the request is that of the whole pod.
  absl::string_view container;
};

// The requests of the pods for one resource.
struct PodRequests {
  // Milli-units, by the index of the pod; of all pods, or up to the first that fails.
  std::vector<int64_t> of_pod;
  // The error of the first pod that fails; empty if none does. One failing pod fails the metric, ignored or not.
  std::string error;
  // All pods that fail.
  std::vector<MissingRequest> missing;
};

// Section 7 of docs/reference/horizontal-pod-autoscaler.md: reads the requests of all pods, for all series at once,
// in time linear in their entries and in pods times series. `pod_level` is true if requests of whole pods count
// (feature gate PodLevelResources).
std::vector<PodRequests> ReadPodRequests(const v1::RecommendReplicasRequest& request,
                                         absl::Span<const ResourceSeries> series, bool pod_level, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
