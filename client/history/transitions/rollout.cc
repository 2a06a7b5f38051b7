#include "client/history/transitions/rollout.h"

#include <cstdint>
#include <utility>

namespace cpsizer::history {

Rollout SimulateRollout(TransitionRules rules, std::vector<RolloutCluster> clusters, absl::Time start) {
  FleetTransitions fleet(std::move(rules));
  for (RolloutCluster& cluster : clusters) {
    fleet.Want(fleet.AddCluster(std::move(cluster.cluster)), cluster.wanted, start);
  }
  std::vector<Transition> done;
  fleet.AdvanceTo(absl::InfiniteFuture(), done);
  Rollout rollout;
  if (!done.empty()) rollout.duration = done.back().time - start;
  for (size_t i = 0; i < clusters.size(); ++i) {
    ++(fleet.SizeOf(static_cast<uint32_t>(i)) == clusters[i].wanted ? rollout.moved : rollout.stuck);
  }
  return rollout;
}

}  // namespace cpsizer::history
