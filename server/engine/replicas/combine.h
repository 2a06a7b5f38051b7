#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_

#include <cstdint>
#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/proposal.h"

namespace cpsizer {

// What all metrics together propose.
struct Combination {
  // Nothing could be decided: `error` says why.
  bool failed = false;
  int32_t replicas = 0;
  // The name of the metric that decides.
  std::string metric;
  // Why some or all metrics gave no proposal; may stand beside a decision.
  std::string error;
};

// Section 9.2 of docs/reference/horizontal-pod-autoscaler.md: checks the selector, lets every metric propose, and takes
// the largest. Sets the condition ScalingActive, writes `metrics` and `status.currentMetrics`.
Combination CombineMetrics(const v1::RecommendReplicasRequest& request, const ProposalInput& input,
                           AutoscalerReport& report, v1::RecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_COMBINE_H_
