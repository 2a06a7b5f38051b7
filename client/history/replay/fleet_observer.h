#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_OBSERVER_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_OBSERVER_H_

#include <cstdint>

#include "client/history/replay/demand_source.h"

namespace cpsizer::history {

// A time in which nothing changed for a cluster. Times are in milliseconds since 1970.
struct ClusterPeriod {
  int64_t begin = 0;
  int64_t absent_from = 0;  // the cluster is absent from here on; `end` if it is never absent
  int64_t end = 0;
  Demand demand;
  int size = 0;     // the number of the size that the cluster has, or Decider::kNoSize
  int outcome = 0;  // a kind of outcome_kind.h
  bool short_of_memory = false;
  bool short_of_cpu = false;
  bool short_of_nodes = false;
};

// Observes a replay with one configuration, for reports that show how a fleet changes over time. All calls about one
// cluster are in the order of time. A period is reported when it ends, so the periods of two clusters can overlap.
class FleetObserver {
 public:
  virtual ~FleetObserver() = default;

  // `cluster` gets its first demand at `now`. These calls are in the order of time.
  virtual void Begin(uint32_t cluster, int64_t now) = 0;

  // A period of `cluster` has ended. Together, the periods cover the time from Begin() to the end of the replay.
  virtual void Add(uint32_t cluster, const ClusterPeriod& period) = 0;

  // `cluster` changes from one size to another one, after the period that ends at `now`.
  virtual void AddTransition(uint32_t cluster, int64_t now, int from, int to) = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_OBSERVER_H_
