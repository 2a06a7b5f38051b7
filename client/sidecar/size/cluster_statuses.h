#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUSES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUSES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "client/sidecar/size/cluster_status.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// The status of each cluster after its last decision. Empty if `wanted` is false, because each status needs memory.
class ClusterStatuses {
 public:
  explicit ClusterStatuses(bool wanted) : wanted_(wanted) {}

  void Put(const HostedCluster& cluster, const SizePlan& plan);
  void Delete(const std::string& key) { all_.erase(key); }

  const absl::flat_hash_map<std::string, ClusterStatus>& all() const { return all_; }

 private:
  const bool wanted_;
  absl::flat_hash_map<std::string, ClusterStatus> all_;  // for eligible clusters
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUSES_H_
