#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {

// Warns about observations that prevent the autoscaler from working as intended: pods without the requests that a
// utilization refers to, containers that no pod has, other autoscalers for the same pods, pods that do not belong to
// the target, existing replicas that become wanted replicas, and a manifest that also sets the number of replicas.
//
// `metrics` must be the metrics of the request, and `response` the decision about it. The time is linear in the number
// of pods, containers and metrics.
void WarnAboutObserved(const v1::RecommendReplicasRequest& request, const Metrics& metrics,
                       const v1::RecommendReplicasResponse& response, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
