#ifndef CPSIZER_RECOMMEND_REPLICAS_H_
#define CPSIZER_RECOMMEND_REPLICAS_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// Decides how many replicas the HorizontalPodAutoscaler controller would set, and explains the decision. Pure: the same
// request gives the same bytes. All integers and doubles are equal to those of kube-controller-manager v1.36 and v1.37,
// except in two cases where the results of kube-controller-manager depend on the processor; see
// server/engine/replicas/arithmetic.h.
//
// `response` must be empty; after an error its content is unspecified. A metric that fails is not an error: the
// response says what the controller does if the metric fails. Errors, each with google.rpc details as payloads (see
// status.h): InvalidArgument for an autoscaler or an observation that cannot be read.
absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request, v1::RecommendReplicasResponse& response);

// Decides for many autoscalers. An invalid item does not fail the batch: the response has the error of the item.
//
// Calls `cancelled` before each item. If `cancelled` returns true, the batch ends with Cancelled. Errors:
// InvalidArgument if a limit of the batch is exceeded.
absl::Status BatchRecommendReplicas(const v1::BatchRecommendReplicasRequest& request,
                                    absl::FunctionRef<bool()> cancelled, v1::BatchRecommendReplicasResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_RECOMMEND_REPLICAS_H_
