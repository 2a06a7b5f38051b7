#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_REPORT_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/history/replay/replay.h"

namespace cpsizer::history {

// A cluster flaps if it has at least this number of reversals.
inline constexpr int64_t kFlappingReversals = 3;

// The price of an hour of a node, by the name of the size.
using Prices = absl::btree_map<std::string, double>;

// The time that clusters have spent in a state, and how many clusters that were.
struct ClusterTime {
  int64_t clusters = 0;
  absl::Duration time = absl::ZeroDuration();
};

struct SizeFigures {
  std::string name;
  absl::Duration cluster_time = absl::ZeroDuration();
  // Two nodes for each cluster, and for each placeholder, because the nodes of a size are pairs.
  double node_hours = 0;
  absl::optional<double> cost;  // absent without a price
};

// The figures of a fleet with one configuration.
struct FleetFigures {
  SizedBy by = SizedBy::kResources;        // the demand that decides the sizes
  SizedBy measured = SizedBy::kResources;  // the demand that they are compared with
  std::vector<SizeFigures> sizes;          // in the order of sizes
  double node_hours = 0;
  absl::optional<double> cost;  // of the sizes with a price; absent without prices
  ClusterTime without_size;
  ClusterTime absent;
  int64_t transitions = 0;
  int64_t increases = 0;
  int64_t decreases = 0;
  double transitions_per_day = 0;
  int64_t busiest_day = 0;  // in days since 1970, in UTC
  int64_t transitions_of_busiest_day = 0;
  int64_t reversals = 0;
  int64_t flapping = 0;  // clusters
  ClusterTime short_of_memory;
  ClusterTime short_of_cpu;
  ClusterTime short_of_nodes;
  ClusterTime short_of_any;
  ClusterTime oversized;  // at a size although a smaller one holds the demand
  ClusterTime best_effort;
  // The other kinds of decisions (outcome_kind.h) that occurred, in their order.
  absl::btree_map<int, ClusterTime> without_recommendation;
};

// Returns the figures of one configuration of a replay that has finished and took `span`.
FleetFigures FiguresOf(absl::Duration span, const FleetReplay& fleet, const Prices& prices);
inline FleetFigures FiguresOf(const Replay& replay, const FleetReplay& fleet, const Prices& prices) {
  return FiguresOf(replay.end() - replay.begin(), fleet, prices);
}

// Returns the numbers of the clusters of a replay that has finished, the worst first: by the time short, then by
// reversals, time with best effort, time without a recommendation, transitions, least headroom and name. With two
// configurations, the worse one of both counts. Clusters without a demand are left out.
std::vector<uint32_t> WorstFirst(const Replay& replay);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_REPORT_H_
