#include "client/sidecar/size/cluster_statuses.h"

namespace cpsizer::sidecar {

void ClusterStatuses::Put(const HostedCluster& cluster, const SizePlan& plan) {
  if (!wanted_) return;
  if (plan.state == SizeState::kNotEligible) return Delete(KeyOf(cluster));
  const std::string& size = plan.write.empty() ? cluster.recommended_size : plan.write;
  all_[KeyOf(cluster)] = {cluster.name_space, cluster.name, size, plan.state == SizeState::kHeld ? plan.reason : "",
                          plan.headroom};
}

}  // namespace cpsizer::sidecar
