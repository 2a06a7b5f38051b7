#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_STATUS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/size/configuration_state.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/plan.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// The result of the last decision about one cluster, for metrics.
struct ClusterStatus {
  std::string name_space;
  std::string name;
  std::string size;         // the recommended size; empty before the first recommendation
  std::string held_reason;  // empty if the cluster is not held
  Headroom headroom;
};

// The status of each cluster after its last decision. Empty if `wanted` is false, because each status needs memory.
class ClusterStatuses {
 public:
  explicit ClusterStatuses(bool wanted) : wanted_(wanted) {}

  void Put(const HostedCluster& cluster, const SizePlan& plan) {
    if (!wanted_) return;
    if (plan.state == SizeState::kNotEligible) return Delete(KeyOf(cluster));
    const std::string& size = plan.write.empty() ? cluster.recommended_size : plan.write;
    all_[KeyOf(cluster)] = {cluster.name_space, cluster.name, size, plan.state == SizeState::kHeld ? plan.reason : "",
                            plan.headroom};
  }
  void Delete(const std::string& key) { all_.erase(key); }

  const absl::flat_hash_map<std::string, ClusterStatus>& all() const { return all_; }

 private:
  const bool wanted_;
  absl::flat_hash_map<std::string, ClusterStatus> all_;  // for eligible clusters
};

// The status that only the size controller has.
struct SizeStatus : KindStatus {
  void Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const override;

  ConfigurationState configuration = ConfigurationState::kUnknown;
  bool fields_not_stored = false;  // no cluster gets a smaller size, because the configuration has lost fields
  size_t exceeding_largest = 0;    // clusters with a demand that is too large for all sizes
  bool per_cluster = false;        // true if `cluster_statuses` are kept
  std::vector<ClusterStatus> cluster_statuses;
};

// Returns the metrics that SizeStatus::Collect() adds.
absl::Span<const server::MetricInfo> SizeMetricTable();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_STATUS_H_
