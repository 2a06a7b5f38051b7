#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

enum class Move {
  kStays,    // the same size and the same outcome
  kOutcome,  // the same size with another outcome
  kUp,
  kDown,
  kAcross,  // between sizes that no one ladder has
};

// One cluster under two configurations. Points into the answers it was made from.
struct ClusterDiff {
  const objects::HostedCluster* cluster = nullptr;
  const v1::RecommendSizeResponse* before = nullptr;
  const v1::RecommendSizeResponse* after = nullptr;
  // The size that the cluster has after each decision: the recommended one, else the one it has now. May be empty.
  std::string size_before;
  std::string size_after;
  Move move = Move::kStays;
};

// How many clusters have a size before and after. An empty name stands for none.
struct SizeCount {
  std::string size;
  int before = 0;
  int after = 0;
};

struct FleetDiff {
  // The clusters that both configurations have an answer for, in order.
  std::vector<ClusterDiff> clusters;
  // In the order of the new ladder, then sizes that only the old one has, then those that neither has.
  std::vector<SizeCount> counts;
};

// Compares answers with full detail. `clusters`, `before` and `after` belong together, one by one.
FleetDiff CompareFleets(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> before,
                        absl::Span<const v1::BatchRecommendSizeResult> after);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
