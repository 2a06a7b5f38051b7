#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// Describes the whole response in one plain sentence: what to do, the metric that decides, the arithmetic of this
// metric, and the steps that changed its proposal. Requires that all other fields of the response are set.
std::string SummarizeReplicas(const v1::RecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_
