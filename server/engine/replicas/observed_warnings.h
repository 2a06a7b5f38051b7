#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {

// What of the pods, and of what else was observed, keeps the autoscaler from working as it is meant to: pods that do
// not ask for what a utilization is of, containers that no pod has, other autoscalers of the same pods, and a manifest
// that sets the number of replicas too.
//
// `metrics` are those of the request. Takes time linear in its pods, containers and metrics.
void WarnAboutObserved(const v1::RecommendReplicasRequest& request, const Metrics& metrics, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_WARNINGS_H_
