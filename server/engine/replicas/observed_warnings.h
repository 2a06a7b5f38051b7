#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {

// Warns about pods, and about other observations, that keep the autoscaler from working as intended: pods without the
// requests that a utilization refers to, containers that no pod has, other autoscalers of the same pods, and a
// manifest that also sets the number of replicas.
//
// `metrics` are those of the request. Takes time linear in its pods, containers and metrics.
void WarnAboutObserved(const v1::RecommendReplicasRequest& request, const Metrics& metrics, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
