#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "client/cli/size/size_counts.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

enum class Move {
  kStays,    // the same size and the same outcome
  kOutcome,  // the same size with another outcome
  kUp,
  kDown,
  kAcross,  // between sizes that are not in the same ladder
};

// The decisions on a cluster with two configurations. Points into the responses.
struct ClusterDiff {
  const objects::HostedCluster* cluster = nullptr;
  const v1::RecommendSizeResponse* before = nullptr;
  const v1::RecommendSizeResponse* after = nullptr;
  // The size that the cluster has after each decision: the recommended one, else the one it has now. May be empty.
  std::string size_before;
  std::string size_after;
  Move move = Move::kStays;
};

struct FleetDiff {
  // The clusters that have a response for both configurations, in order.
  std::vector<ClusterDiff> clusters;
  // First the sizes in the order of the new ladder, then sizes only in the old ladder, then sizes in neither.
  std::vector<SizeCount> counts;
};

// Compares responses with full detail. `clusters`, `before` and `after` have the same order.
FleetDiff CompareFleets(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> before,
                        absl::Span<const v1::BatchRecommendSizeResult> after);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
