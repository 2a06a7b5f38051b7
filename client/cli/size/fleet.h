#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/cli/input/sources.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// `namespace/name`.
std::string ClusterName(const objects::HostedCluster& cluster);

// What the service is asked about a cluster; one without a VPA is asked with an empty status. Without configuration.
v1::RecommendSizeRequest RequestFor(const objects::HostedCluster& cluster);

// A decision for every cluster, all under one configuration.
struct FleetQuestion {
  const Sources& sources;
  const v1::RecommendSizeOptions& options;
  absl::Span<const objects::HostedCluster> clusters;
};

struct FleetAnswer {
  // One for each cluster, in order.
  std::vector<v1::BatchRecommendSizeResult> results;
  // About the shared configuration.
  google::protobuf::RepeatedPtrField<v1::Finding> findings;
};

// Asks with full detail, in as many calls as the API's limits make necessary; `progress` hears after each how many
// clusters are decided. Fails as a whole with the first call that fails.
absl::StatusOr<FleetAnswer> DecideFleet(const FleetQuestion& question, BlockingService& client,
                                        const std::function<void(size_t)>& progress);

// How many of the next items fit into one call, given the bytes of each on the wire, those of what they share, and the
// rows (sizes) of each; at least one. Pure.
size_t ItemsOfNextCall(absl::Span<const size_t> item_bytes, size_t shared_bytes, int rows_per_item);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_H_
