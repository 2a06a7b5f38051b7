#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_METRICS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_METRICS_H_

#include <prometheus/metric_family.h>

#include <vector>

#include "absl/types/span.h"
#include "client/sidecar/control/status_board.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// Metrics that only the controller of replicas has.
absl::Span<const server::MetricInfo> ReplicaMetricTable();

// Adds them all to `families`. `status` is that of the controller of replicas.
void CollectReplicaMetrics(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_METRICS_H_
