#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cli/input/sources.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Returns `namespace/name`, or only the name if a manifest has no namespace.
std::string ClusterName(const objects::HostedCluster& cluster);

// Returns the request for a cluster, without the configuration and the time of the decision. If the cluster has no VPA,
// the status in the request is empty. A cluster that is sized by nodes has no status in its request.
v1::RecommendSizeRequest RequestFor(const objects::HostedCluster& cluster);

// Sets the time of the decision.
void SetNow(absl::Time now, v1::RecommendSizeRequest& request);

// Lets `basis` decide the sizes of all clusters, in place of what the operator does.
void SetBasis(absl::optional<objects::SizeBasis> basis, std::vector<objects::HostedCluster>& clusters);

// Returns an error with a reason if the cluster does not have what its decision needs: a VPA that can be used, or the
// number of nodes. Returns OK otherwise.
absl::Status CheckCluster(const objects::HostedCluster& cluster);

// The input for decisions on several clusters with one configuration.
struct FleetInput {
  const Sources& sources;
  const v1::RecommendSizeOptions& options;
  absl::Span<const objects::HostedCluster> clusters;
  absl::Time now;  // the time of the decisions
};

struct FleetResponse {
  // The results of the clusters, in the order of the clusters.
  std::vector<v1::BatchRecommendSizeResult> results;
  // The findings about the configuration, which all clusters share. Each response of the results has them too. Includes
  // the warnings of the reader.
  google::protobuf::RepeatedPtrField<v1::Finding> findings;
};

// Lets the size by the number of nodes take the place of the recommended size in `response`, if `cluster` is sized by
// nodes: all that reads responses then shows what the operator decides.
void UseNodeCount(const objects::HostedCluster& cluster, v1::RecommendSizeResponse& response);

// Requests decisions with full detail. Calls UseNodeCount() for each response. Also adds the findings of the reader and
// AddUnknownOverride(). The result of a cluster whose VPA cannot be used is the error of CheckCluster(); no request is
// sent for it. Sends several calls if the limits of the API require it. After each call, calls `progress` with the
// number of decided clusters. Returns the error of the first call that fails.
absl::StatusOr<FleetResponse> DecideFleet(const FleetInput& input, BlockingService& client,
                                          const std::function<void(size_t)>& progress);

// Decides like DecideFleet(), but only some clusters at a time, so that the responses of a large fleet are not in
// memory together. Calls `take` with each part: the index of its first cluster, and the responses. Returns the error of
// the first call that fails.
absl::Status DecideInParts(const FleetInput& input, BlockingService& client,
                           absl::FunctionRef<void(size_t first, FleetResponse&)> take);

// Returns the number of items that fit into the next call, at least one. `item_bytes` are the bytes of each item on the
// wire, `shared_bytes` the bytes of the shared fields, and `rows_per_item` the number of rows (sizes) of each item.
// Pure.
size_t ItemsOfNextCall(absl::Span<const size_t> item_bytes, size_t shared_bytes, int rows_per_item);

// These functions return bytes that are equal if a new decision would be equal: the part of a request that differs
// between clusters, with the fields that decide OperatorEffect and the size now, and the part that the requests of all
// clusters share.
std::string RequestBytes(const objects::HostedCluster& cluster);
std::string RequestBytes(const Sources& sources);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_H_
