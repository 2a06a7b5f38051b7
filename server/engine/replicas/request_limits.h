#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_REQUEST_LIMITS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_REQUEST_LIMITS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds LIMIT_EXCEEDED for each exceeded limit.
void CheckRequestLimits(const v1::RecommendReplicasRequest& request, Findings& findings);

// Adds LIMIT_EXCEEDED for each exceeded limit of a batch: for the number of its items, and for the totals of all items.
void CheckBatchLimits(const v1::BatchRecommendReplicasRequest& batch, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_REQUEST_LIMITS_H_
