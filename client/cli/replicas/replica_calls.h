#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Calls that decide many autoscalers.
namespace cpsizer::cli {

// The maximum number of autoscalers, and of bytes of their requests, in one call. The numbers are small, so that the
// progress is visible. For pods of usual size, the numbers are far below the limits of a batch.
inline constexpr size_t kReplicasOfOneCall = 1'000;
inline constexpr size_t kReplicasBytesOfOneCall = size_t{1} << 20;

// Requests all decisions in one call, with the same options for each decision. Returns one response or status for each
// request, in the order of the requests. If the service is unavailable, there are fewer results, and the last result is
// the status Unavailable.
//
// Each response is the same as the response of RecommendReplicas. If the batch fails with an error other than
// Unavailable, sends each request in a separate call. For example, the batch fails if it is too large, or if the
// service is too old to support batches.
std::vector<absl::StatusOr<v1::RecommendReplicasResponse>> CallForReplicas(
    std::vector<v1::RecommendReplicasRequest> requests, const v1::RecommendReplicasOptions& options,
    BlockingService& client);

// Returns the first finding of the service that the reference to the target is incomplete, or that targets of this kind
// have no scale. Adding a manifest of the target would then not help. Returns nothing if the call fails.
absl::optional<v1::Finding> FindTargetError(const v1::HorizontalPodAutoscaler& autoscaler, BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_
