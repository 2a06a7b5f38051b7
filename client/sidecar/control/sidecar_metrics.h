#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_METRICS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_METRICS_H_

#include <prometheus/metric_family.h>

#include <vector>

#include "absl/types/span.h"
#include "client/sidecar/control/status_board.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// Returns the metrics that each controller has, without the metrics of the process.
absl::Span<const server::MetricInfo> ControlMetricTable();

// Returns all metrics of `status`, including the metrics of its controller.
std::vector<prometheus::MetricFamily> CollectSidecarMetrics(const SidecarStatus& status);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_METRICS_H_
