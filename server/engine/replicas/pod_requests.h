#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/findings.h"
#include "server/engine/replicas/samples.h"

namespace cpsizer {

// What the pods ask for of one resource.
struct PodRequests {
  // Milli-units, by the pod's place in the list; all of them, or up to the first that fails.
  std::vector<int64_t> of_pod;
  // Why the first pod that fails does; empty where none does. One bad pod fails the metric, ignored or not.
  std::string error;
};

// Section 7: reads the requests of all pods. `pod_level` says whether requests of whole pods count (feature gate
// PodLevelResources).
PodRequests ReadRequests(const v1::RecommendReplicasRequest& request, const ResourceSeries& series, bool pod_level,
                         Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_POD_REQUESTS_H_
