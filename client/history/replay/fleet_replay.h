#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_REPLAY_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_REPLAY_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "client/history/replay/cluster_track.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/fleet_observer.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::history {

// A new demand of a cluster, or the same demand with a new current size.
struct NewDemand {
  uint32_t cluster;
  const std::string* name;
  Demand demand;
};

// The replay of a fleet with one configuration: decisions, transitions and totals. All times are in milliseconds since
// 1970 and must not decrease. Not thread-safe.
//
// The current size of a decision is the size that was recommended last, as the sidecar writes it to the cluster, and
// not the size that the cluster has after delays and limit. Until a size was recommended, it is the size in
// TransitionRules::sizes_before.
//
// A cluster whose decision is held, or for whose nodes there is no size, keeps its size. While there is no size for its
// nodes, it does not move to the size that it wanted before.
class FleetReplay {
 public:
  // `decider` must outlive this object, and its sizes must have been read. `last_samples` has the time of the last
  // sample of each cluster, and grows when clusters are added. `observer` may be null.
  FleetReplay(Decider& decider, TransitionRules rules, int64_t reversal_window,
              const std::vector<int64_t>& last_samples, FleetObserver* observer = nullptr);

  // Compares demands with the capacities of `sizes` to find the time short and the headroom. The default is the
  // effective capacities of the decisions. `sizes` must be those of the decider, with other capacities. Must be called
  // before the first demand.
  void MeasureAgainst(std::vector<ReplaySize> sizes) { measured_sizes_ = std::move(sizes); }

  // Makes the transitions up to and at `now`.
  void AdvanceTo(int64_t now);

  // Adds the time until `now` to the totals of `cluster`, if it has begun. Requires AdvanceTo(now).
  void AddTime(uint32_t cluster, int64_t now);

  // Decides at `now`. A cluster begins with its first demand. Appends to `again` the clusters whose next decision has
  // another current size. Requires AdvanceTo(now). Errors: those of Decider::Decide().
  absl::Status Decide(absl::Span<const NewDemand> demands, int64_t now, std::vector<uint32_t>& again);

  const Decider& decider() const { return decider_; }
  const TransitionRules& rules() const { return rules_; }
  absl::Span<const ClusterTrack> tracks() const { return tracks_; }
  // The number of the size that was recommended last to `cluster`, or Decider::kNoSize.
  int RecommendedSize(uint32_t cluster) const { return clusters_[cluster].recommended; }
  // The number of transitions on each day, which is counted from 1970 in UTC. Days without transitions are left out.
  const absl::btree_map<int64_t, int64_t>& transitions_by_day() const { return transitions_by_day_; }

 private:
  struct Cluster {
    int recommended = Decider::kNoSize;
    uint32_t in_transitions = 0;  // the number in `transitions_`; valid if `recommended` is a size
    bool wants_none = false;      // no size is for its nodes
  };

  // Returns the current size of the next decision about the cluster.
  int CurrentSize(const NewDemand& demand);
  void Recommend(const NewDemand& demand, int size, absl::Time now);
  // The operator finds no size for the nodes of the cluster, and does nothing until it finds one.
  void WantNone(Cluster& cluster, absl::Time now);

  Decider& decider_;
  std::vector<ReplaySize> measured_sizes_;
  const TransitionRules rules_;
  const int64_t reversal_window_;
  const std::vector<int64_t>& last_samples_;
  FleetObserver* const observer_;
  FleetTransitions transitions_;
  std::vector<uint32_t> cluster_of_;  // by the number in `transitions_`
  std::vector<Cluster> clusters_;
  std::vector<ClusterTrack> tracks_;
  absl::btree_map<int64_t, int64_t> transitions_by_day_;
  // Members only to keep their memory between calls.
  std::vector<Transition> done_;
  std::vector<DecisionInput> inputs_;
  std::vector<Decision> decisions_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_FLEET_REPLAY_H_
