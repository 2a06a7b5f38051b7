#ifndef CPSIZER_RECOMMEND_SIZE_H_
#define CPSIZER_RECOMMEND_SIZE_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer {

// Decides which size a hosted control plane needs, and explains the decision. Pure: the same request gives the same
// bytes.
//
// `response` must be empty; after an error its content is unspecified.
// Errors, each with google.rpc details as payloads (see status.h): InvalidArgument for a configuration or an
// observation that cannot be used; FailedPrecondition if the demand includes memory, some sizes have no memory capacity
// and the outcome is not HELD, with one violation for each such size.
absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response);

// Does the same as RecommendSize(), but uses `configuration` and does not read the configuration and the MachineSets of
// `request`. With SizeRows::kMessages, the result is the same if `configuration` was compiled from the same
// configuration and MachineSets.
absl::Status RecommendSizeWith(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                               SizeRows rows, v1::RecommendSizeResponse& response);

// Decides for many clusters. An invalid item does not fail the batch: the response has the error of the item.
//
// Calls `cancelled` once every 16 items. If `cancelled` returns true, the batch ends with Cancelled. Errors:
// InvalidArgument if the shared configuration cannot be used or a limit is exceeded.
absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request, absl::FunctionRef<bool()> cancelled,
                                v1::BatchRecommendSizeResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_RECOMMEND_SIZE_H_
