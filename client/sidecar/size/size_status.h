#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_STATUS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/size/cluster_statuses.h"
#include "client/sidecar/size/configuration_state.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

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
