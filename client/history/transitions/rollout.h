#ifndef CPSIZER_CLIENT_HISTORY_TRANSITIONS_ROLLOUT_H_
#define CPSIZER_CLIENT_HISTORY_TRANSITIONS_ROLLOUT_H_

#include <cstddef>
#include <vector>

#include "absl/time/time.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::history {

struct RolloutCluster {
  TransitionCluster cluster;
  int wanted;  // the number of a size
};

struct Rollout {
  size_t moved = 0;  // the clusters that get the size that they want
  // The clusters that never get it: the limit is below 1, they are paused without end, or an override replaces it.
  size_t stuck = 0;
  absl::Duration duration;  // from the start to the last transition; 0 if no cluster moves
};

// Simulates that all `clusters` want another size from `start` on, and nothing else changes. This is a lower bound for
// the time that the operator needs: it also has to move clusters whose demand changes. Thread-safe.
Rollout SimulateRollout(TransitionRules rules, std::vector<RolloutCluster> clusters, absl::Time start);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TRANSITIONS_ROLLOUT_H_
