#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_CLUSTER_TRACK_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_CLUSTER_TRACK_H_

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/demand_source.h"
#include "client/history/replay/fleet_observer.h"
#include "client/history/replay/outcome_kind.h"

namespace cpsizer::history {

// The totals of one cluster with one configuration. Times are in milliseconds. The times at all sizes and `absent`
// together are the time from the first sample of the cluster to the end of the replay.
struct ClusterTotals {
  // The time at each size; the last entry is the time without a size.
  std::vector<int64_t> at_size;
  // The time with each kind of decision (outcome_kind.h), without the time absent.
  std::array<int64_t, kOutcomeKinds> with_outcome = {};
  int64_t absent = 0;
  // The time with a demand above the effective capacity of the size: of memory, of CPU, of nodes (the most nodes of its
  // criteria), and of at least one of them.
  int64_t short_of_memory = 0;
  int64_t short_of_cpu = 0;
  int64_t short_of_nodes = 0;
  int64_t short_of_any = 0;
  // The time at a size although a smaller one holds the demand.
  int64_t oversized = 0;
  // The least (effective capacity - demand) / demand; infinite if no resource with a demand takes part.
  double least_headroom = std::numeric_limits<double>::infinity();
  int64_t increases = 0;  // transitions to a later size in the order of sizes
  int64_t decreases = 0;
  int64_t reversals = 0;
  int first_size = Decider::kNoSize;

  int64_t transitions() const { return increases + decreases; }
  // The time of holds and of no recommendation, in which the cluster keeps its size.
  int64_t without_recommendation() const;
};

// Adds up the totals of one cluster while the replay goes through time. All times are in milliseconds since 1970 and
// must not decrease from call to call. Not thread-safe.
class ClusterTrack {
 public:
  // `sizes` must be the same in all calls, and `last_sample` the time of the last sample of the cluster.
  void Begin(absl::Span<const ReplaySize> sizes, int64_t now);

  // Returns the time since the last call of AdvanceTo(), for an observer.
  ClusterPeriod PeriodUntil(int64_t now, int64_t last_sample) const;

  // Adds the time since the last call. After kDemandLifetimeMilliseconds without a sample, the cluster is absent.
  void AdvanceTo(int64_t now, int64_t last_sample);

  // Sets the demand and the kind of decision from the time of the last AdvanceTo() on.
  void SetDemand(absl::Span<const ReplaySize> sizes, const Demand& demand, int outcome);

  // The first size of the cluster. It is not a transition.
  void SetFirstSize(absl::Span<const ReplaySize> sizes, int size);

  // A transition at the time of the last AdvanceTo(). It is a reversal if it goes back to the size before the previous
  // transition, and this transition is at most `reversal_window` ago.
  void AddTransition(absl::Span<const ReplaySize> sizes, int to, int64_t reversal_window);

  bool begun() const { return !totals_.at_size.empty(); }
  int size() const { return size_; }
  const Demand& demand() const { return demand_; }
  const ClusterTotals& totals() const { return totals_; }
  // The time of the last transition. Requires transitions() > 0.
  int64_t last_transition() const { return last_transition_; }

 private:
  // The time up to `now` and since the last call of AdvanceTo() in which the cluster is not absent.
  int64_t PresentTime(int64_t now, int64_t last_sample) const;
  // Compares the demand with the size.
  void Compare(absl::Span<const ReplaySize> sizes);

  ClusterTotals totals_;
  Demand demand_;
  int64_t now_ = 0;
  int64_t last_transition_ = 0;
  double headroom_ = std::numeric_limits<double>::infinity();
  int size_ = Decider::kNoSize;
  int previous_size_ = Decider::kNoSize;  // before the last transition
  int outcome_ = 0;
  bool short_of_memory_ = false;
  bool short_of_cpu_ = false;
  bool short_of_nodes_ = false;
  bool oversized_ = false;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_CLUSTER_TRACK_H_
