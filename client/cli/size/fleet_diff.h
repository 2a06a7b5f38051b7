#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cli/size/operator_effect.h"
#include "client/cli/size/size_counts.h"
#include "client/history/transitions/rollout.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/rpc/status.pb.h"

namespace cpsizer::cli {

enum class Move {
  kStays,    // the size and the outcome stay the same
  kOutcome,  // the size stays the same, with another outcome; also if the new outcome keeps the current size
  kUp,
  kDown,
  kAcross,  // between sizes that are not in the same ladder
  kFailed,  // unknown, because a decision failed
};

// The decisions on a cluster with two configurations. The results must outlive this.
struct ClusterDiff {
  const objects::HostedCluster* cluster = nullptr;
  // The responses. If a decision failed, its response is empty.
  const v1::RecommendSizeResponse* before = nullptr;
  const v1::RecommendSizeResponse* after = nullptr;
  // The errors of the decisions that failed. Null for a decision that did not fail.
  const google::rpc::Status* error_before = nullptr;
  const google::rpc::Status* error_after = nullptr;
  // The size of the cluster after each decision: OperatorRules::SizeAfter().
  std::string size_before;
  std::string size_after;
  OperatorEffect effect = OperatorEffect::kApplies;  // with the new configuration
  bool pinned = false;  // a size override keeps the size of the cluster, and its recommended size is another one
  Move move = Move::kStays;
};

// Returns whether the operator obeys the size override of a cluster, or stops because of it, although another size than
// `size_after` is recommended.
bool IsPinned(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response,
              const std::string& size_after);

struct FleetDiff {
  // All clusters, in their order.
  std::vector<ClusterDiff> clusters;
  // The counts of all clusters. A cluster whose decision failed counts with its current size. The order is: sizes in
  // the order of the new ladder, then sizes that only the old ladder has, then sizes that are in neither ladder.
  std::vector<SizeCount> counts;
};

// Compares responses with full detail. `clusters`, `before` and `after` must have the same order. The rules are those
// of the two configurations.
FleetDiff CompareFleets(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> before,
                        absl::Span<const v1::BatchRecommendSizeResult> after, const OperatorRules& rules_before,
                        const OperatorRules& rules_after);

// How the operator would move the clusters of a diff to the sizes of the new configuration.
struct RolloutForecast {
  history::Rollout rollout;
  int64_t limit = 0;  // the limit and the window of the new configuration
  absl::Duration sliding_window;
  std::string never_moves;  // WhyNeverMoving() of the new configuration
  // The clusters without the annotation cluster-scheduled among those that move. They do not wait for the limit.
  size_t not_scheduled = 0;
  // The clusters with another recommended size that keep the size that they have.
  size_t paused = 0;
  size_t overridden = 0;    // a size override replaces the recommendation
  size_t not_opted_in = 0;  // the operator does not use the recommendation, or the cluster is being deleted
};

// Simulates the transitions of the clusters of `diff` with the rules of `config`, the new configuration. Scheduled
// clusters wait for the limit, and the last transition of each cluster was long ago.
// Errors: InvalidArgument if a duration of `config` cannot be read.
absl::StatusOr<RolloutForecast> ForecastRollout(const FleetDiff& diff, const v1::ClusterSizingConfiguration& config,
                                                absl::Time now);

// Returns one line, such as `42 clusters move; at 5 per 10m this takes at least 1h 20m`. Returns an empty text if no
// cluster has another recommended size.
std::string RolloutLine(const RolloutForecast& forecast);

// Returns the values of the line. Durations are in seconds, rounded up.
nlohmann::ordered_json RolloutJson(const RolloutForecast& forecast);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_DIFF_H_
