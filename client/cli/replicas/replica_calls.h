#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Calls about many autoscalers.
namespace cpsizer::cli {

// The number of autoscalers in one call, so that progress is visible: far below the limits of a batch for pods of
// usual size.
inline constexpr size_t kReplicasOfOneCall = 1'000;
inline constexpr size_t kReplicasBytesOfOneCall = size_t{1} << 20;

// Requests the decisions in one call, with the same options for each. Returns one response or status for each
// request, in order, or fewer: the service is then unavailable, and the last one has that status.
//
// Each response is that of RecommendReplicas. If the service refuses the batch as a whole, because it is too large or
// because the service is too old to support batches, each request is a separate call.
std::vector<absl::StatusOr<v1::RecommendReplicasResponse>> CallForReplicas(
    std::vector<v1::RecommendReplicasRequest> requests, const v1::RecommendReplicasOptions& options,
    BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_CALLS_H_
