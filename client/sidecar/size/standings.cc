#include "client/sidecar/size/standings.h"

namespace cpsizer::sidecar {

void Standings::Put(const HostedCluster& cluster, const SizePlan& plan) {
  if (!wanted_) return;
  if (plan.standing == Standing::kNotEligible) return Forget(KeyOf(cluster));
  const std::string& size = plan.write.empty() ? cluster.recommended_size : plan.write;
  all_[KeyOf(cluster)] = {cluster.name_space, cluster.name, size, plan.standing == Standing::kHeld ? plan.reason : "",
                          plan.headroom};
}

}  // namespace cpsizer::sidecar
