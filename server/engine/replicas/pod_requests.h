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

// A pod that does not ask for a resource.
struct LackingPod {
  absl::string_view pod;
  // The first that does not ask, or is not there; empty where the pod asks as a whole.
  absl::string_view container;
};

// What the pods ask for of one resource.
struct PodRequests {
  // Milli-units, by the pod's place in the list; all of them, or up to the first that fails.
  std::vector<int64_t> of_pod;
  // Why the first pod that fails does; empty where none does. One bad pod fails the metric, ignored or not.
  std::string error;
  // All that fail.
  std::vector<LackingPod> lacking;
};

// Section 7 of docs/reference/horizontal-pod-autoscaler.md: reads what all pods ask for, for all series at once, in
// time linear in their entries and in pods times series. `pod_level` says whether requests of whole pods count (feature
// gate PodLevelResources).
std::vector<PodRequests> ReadPodRequests(const v1::RecommendReplicasRequest& request,
                                         absl::Span<const ResourceSeries> series, bool pod_level, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
