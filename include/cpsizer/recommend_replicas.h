#ifndef CPSIZER_RECOMMEND_REPLICAS_H_
#define CPSIZER_RECOMMEND_REPLICAS_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// Decides how many replicas the HorizontalPodAutoscaler controller would set, and explains it. Pure: the same request
// gives the same bytes. Equal to kube-controller-manager v1.36 in integers and doubles; see
// server/engine/replicas/arithmetic.h for the two places where that depends on its processor.
//
// `response` must be empty; after an error its content is unspecified. A metric that fails is not an error: the
// response says what the controller does in that case. Errors, each with google.rpc details as payloads (see status.h):
// InvalidArgument for an autoscaler or an observation that cannot be read.
absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request, v1::RecommendReplicasResponse& response);

// Decides for many autoscalers. An invalid item fails alone: its error is in the response.
//
// Calls `cancelled` before each item; once it returns true, the batch ends with Cancelled.
// Errors: InvalidArgument if a limit of the batch is exceeded.
absl::Status BatchRecommendReplicas(const v1::BatchRecommendReplicasRequest& request,
                                    absl::FunctionRef<bool()> cancelled, v1::BatchRecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_RECOMMEND_REPLICAS_H_
