#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_

#include <cstdint>
#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/proposal.h"

namespace cpsizer {

// The combined proposal of all metrics.
struct Combination {
  // True if there is no decision. `error` has the reason.
  bool failed = false;
  int32_t replicas = 0;
  // The name of the metric that decides.
  std::string metric;
  // The reason why some or all metrics have no proposal. The reason can be set even if there is a decision.
  std::string error;
};

// Implements section 9.2 of docs/reference/horizontal-pod-autoscaler.md: checks the selector, computes the proposal of
// each metric, and chooses the largest proposal. Sets the condition ScalingActive, and writes `metrics` and
// `status.currentMetrics`.
Combination CombineMetrics(const v1::RecommendReplicasRequest& request, const ProposalInput& input,
                           AutoscalerReport& report, v1::RecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_
