#ifndef CPSIZER_CLIENT_CLI_SIZE_SIZE_NODES_H_
#define CPSIZER_CLIENT_CLI_SIZE_SIZE_NODES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/cli/size/size_counts.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// A cluster with dedicated request serving has two nodes of its size, one in each of two zones. A placeholder has the
// same number of nodes.
inline constexpr int64_t kNodesPerCluster = 2;

// Returns `management.placeholders` of each size. Values are from 0 to 1,000,000,000: no management cluster has more
// placeholders, and sums of such numbers fit in 64 bits.
absl::flat_hash_map<std::string, int64_t> PlaceholdersOf(const v1::ClusterSizingConfiguration& config);

// The clusters with a size, and the hours of their nodes and of the nodes of the placeholders on one day.
struct SizeNodeHours {
  SizeCount count;
  // Absent for clusters without a size, because the number of their nodes is unknown.
  absl::optional<int64_t> hours_before;
  absl::optional<int64_t> hours;
};
std::vector<SizeNodeHours> NodeHoursPerDay(std::vector<SizeCount> counts, const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_SIZE_NODES_H_
