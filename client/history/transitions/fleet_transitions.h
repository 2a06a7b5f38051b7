#ifndef CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_
#define CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_

// DRAFT: the shape that the replay uses; the private part and more members are up to the implementation.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::history {

// The parts of a ClusterSizingConfiguration that decide when a cluster gets the size that it wants.
struct TransitionRules {
  // `criteria.from` of each size, in the order of the configuration. An index of this list is the number of a size.
  std::vector<int64_t> criteria_from;
  absl::Duration increase_delay = absl::Seconds(30);
  absl::Duration decrease_delay = absl::Minutes(10);
  absl::Duration sliding_window = absl::Minutes(10);
  int64_t limit = 5;
  // Leaves out the delays and the limit: each wanted size is given at once.
  bool immediate = false;
};

// A cluster before the simulation.
struct TransitionCluster {
  std::string name;  // "namespace/name"; decides the order of clusters that become due at the same instant
  int size = kNoSize;
  absl::optional<absl::Time> last_transition;
  bool scheduled = true;  // Only scheduled clusters wait for the limit.

  static constexpr int kNoSize = -1;
};

struct Transition {
  absl::Time time;
  uint32_t cluster;
  int from;  // kNoSize for a cluster that had no size
  int to;
};

// Simulates the transitions of the sizes of a fleet, as the operator does them.
class FleetTransitions {
 public:
  explicit FleetTransitions(TransitionRules rules);

  // Adds a cluster, and returns its number: 0, 1, 2, and so on.
  uint32_t AddCluster(TransitionCluster cluster);

  // From `now` on, `cluster` wants `size`. `now` must not be before the time of an earlier call.
  void Want(uint32_t cluster, int size, absl::Time now);

  // Appends the transitions up to and at `now`, in their order, to `done`.
  void AdvanceTo(absl::Time now, std::vector<Transition>& done);

  // The size that `cluster` has.
  int SizeOf(uint32_t cluster) const;

  // The time of the next event (a delay that elapses, or a transition that leaves the window), or InfiniteFuture().
  absl::Time NextEvent() const;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TRANSITIONS_FLEET_TRANSITIONS_H_
