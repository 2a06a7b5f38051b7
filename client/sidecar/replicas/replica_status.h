#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_

#include <cstddef>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/sidecar/control/status_board.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// What only the control of replicas has to tell.
struct ReplicaStatus : KindStatus {
  void Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const override;

  size_t deciding = 0;            // autoscalers, right now
  absl::Duration period_overrun;  // by which the latest decision was late
};

// The metrics that Collect() adds.
absl::Span<const server::MetricInfo> ReplicaMetricTable();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
