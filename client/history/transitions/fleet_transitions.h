#ifndef CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_
#define CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::history {

// The parts of a ClusterSizingConfiguration that decide when a cluster gets the size that it wants.
struct TransitionRules {
  // `criteria.from` of each size, in the order of the configuration. An index of this list is the number of a size.
  std::vector<int64_t> criteria_from;
  absl::Duration increase_delay = absl::Seconds(30);
  absl::Duration decrease_delay = absl::Minutes(10);
  // A window of 0 counts no transitions, so the limit has no effect if it is above 0.
  absl::Duration sliding_window = absl::Minutes(10);
  // With a limit of 0 or less, scheduled clusters never get another size.
  int64_t limit = 5;
  // False: the configuration has no `spec.concurrency`. The limit and the window are then 0.
  bool has_concurrency = true;
  // Leaves out the delays and the limit: each wanted size is given at once.
  bool immediate = false;
  // The names ("namespace/name") of the clusters that are not scheduled, for simulations of a history. All other
  // clusters of a history are scheduled.
  absl::flat_hash_set<std::string> unscheduled;
  // The sizes of clusters ("namespace/name") before a history. A cluster begins at this size if a rule holds its first
  // recommendation.
  absl::flat_hash_map<std::string, std::string> sizes_before;
};

// A cluster before the simulation.
struct TransitionCluster {
  std::string name;  // "namespace/name"; decides the order of clusters that become due at the same instant
  int size = kNoSize;
  // Absent: the first transition has no delay.
  absl::optional<absl::Time> last_transition;
  bool scheduled = true;  // Only scheduled clusters wait for the limit. The transitions of all clusters count.
  // The size of the annotation `cluster-size-override`, which replaces the sizes of Want(). kNoSize: the annotation
  // names an unknown size, so the cluster keeps its size.
  absl::optional<int> override_size;
  // The end of `spec.pausedUntil`. InfiniteFuture(): no end, which also fits a cluster that is being deleted.
  absl::Time paused_until = absl::InfinitePast();

  static constexpr int kNoSize = -1;
};

struct Transition {
  absl::Time time;
  uint32_t cluster;
  int from;  // kNoSize for a cluster that had no size
  int to;
};

// Simulates the transitions of the sizes of a fleet, as the operator does them.
//
// A cluster that wants another size waits until the delay of the direction has elapsed since its last transition. If
// the delay has not elapsed when the size is first wanted, or if the limit is reached then, the delay counts from this
// time, as long as the cluster wants the same size. Then the cluster waits until fewer clusters than the limit have
// their last transition in the sliding window. Clusters that can change their size at the same instant do so in the
// order of their names: the operator has no queue, and takes the cluster that it reconciles first.
//
// Differences from the operator: it reconciles without latency, and it does not round times to seconds.
//
// Not thread-safe. Source: hypershift-operator/controllers/hostedclustersizing of the repository hypershift.
class FleetTransitions {
 public:
  explicit FleetTransitions(TransitionRules rules) : rules_(std::move(rules)) {}

  // Adds a cluster, and returns its number: 0, 1, 2, and so on. Each size must be kNoSize or a number of a size. The
  // cluster keeps its size until the first call of Want(), even if it has an override.
  uint32_t AddCluster(TransitionCluster cluster);

  // Sets the size that `cluster` wants from `now` on. `now` must not be before the time of an earlier call. Several
  // calls for the same cluster and instant count as the last one. kNoSize: the operator finds no size, so nothing
  // changes; a delay that has begun is not forgotten.
  void Want(uint32_t cluster, int size, absl::Time now) {
    const Cluster& state = clusters_[cluster];
    const int wanted = state.settings.override_size.value_or(size);
    if (wanted != state.wanted) SetWanted(cluster, wanted, now);
  }

  // Pauses `cluster` from `now` until `until`: it keeps its size, and a delay that has begun continues. A time
  // that is not after `now` ends a pause. The requirement for `now` is that of Want().
  void PauseUntil(uint32_t cluster, absl::Time until, absl::Time now);

  // Appends the transitions up to and at `now`, in their order, to `done`. InfiniteFuture(): all transitions that
  // happen without another call; no other function may be called with a time after that.
  void AdvanceTo(absl::Time now, std::vector<Transition>& done);

  // The size that `cluster` has after the events that were processed. AdvanceTo() processes all events up to its time.
  int SizeOf(uint32_t cluster) const { return clusters_[cluster].settings.size; }

  // The time of the next event that can cause a transition without another call (a delay or a pause that ends, or a
  // transition that leaves the window while a cluster waits for the limit), or InfiniteFuture().
  absl::Time NextEvent() const;

 private:
  static constexpr int kNoSize = TransitionCluster::kNoSize;

  struct Cluster {
    TransitionCluster settings;  // with the present size, last transition and pause
    int wanted = kNoSize;
    // The reason and the time of the condition ClusterSizeTransitionRequired. kNoSize: the condition is not True.
    int required = kNoSize;
    absl::Time required_since;
    absl::Time due = absl::InfiniteFuture();  // the time in due_
    bool changed = false;                     // is in changed_
    bool limited = false;                     // is in limited_
  };
  using TimeOfCluster = std::pair<absl::Time, uint32_t>;
  using NameOfCluster = std::pair<std::string, uint32_t>;

  void SetWanted(uint32_t cluster, int size, absl::Time now);
  // Processes the events before `now`, and marks `cluster` as changed at `now`.
  void MarkChanged(uint32_t cluster, absl::Time now);
  // Processes all events at `now`, which is the time of NextEvent().
  void Step(absl::Time now);
  // Checks everything but the limit. Appends the cluster to `ready` if only the limit can prevent its transition.
  void Check(uint32_t cluster, absl::Time now, std::vector<uint32_t>& ready);
  // Gives the wanted sizes to the clusters of `ready` and `limited_`, as far as the limit permits.
  void Grant(std::vector<uint32_t> ready, absl::Time now);
  void Move(uint32_t cluster, absl::Time now);
  // Lets `cluster` wait for its delay, or for the limit if the delay has elapsed.
  void Wait(uint32_t cluster, absl::Time now);
  void SetDue(uint32_t cluster, absl::Time due);
  void StopWaiting(uint32_t cluster);
  void AddToWindow(uint32_t cluster);
  absl::Duration DelayOf(const Cluster& cluster) const;
  bool LimitReached() const { return static_cast<int64_t>(window_.size()) >= rules_.limit; }

  TransitionRules rules_;
  std::vector<Cluster> clusters_;
  absl::Time clock_ = absl::InfinitePast();  // the latest time of a call or an event
  std::vector<uint32_t> changed_;            // the clusters to check at clock_
  absl::btree_set<TimeOfCluster> due_;       // the clusters that wait for a delay or the end of a pause
  absl::btree_set<NameOfCluster> limited_;   // the clusters that wait only for the limit
  absl::btree_set<TimeOfCluster> window_;    // the clusters whose last transition is in the window, by its time
  std::vector<Transition> done_;             // the transitions since the last AdvanceTo()
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_
