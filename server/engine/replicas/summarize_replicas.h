#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// The whole answer in one plain sentence: what to do, which metric decides by which arithmetic, and what changed its
// proposal. Requires an answer that has everything else.
std::string SummarizeReplicas(const v1::RecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SUMMARIZE_REPLICAS_H_
