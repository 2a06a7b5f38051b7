#ifndef CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_
#define CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_

#include "absl/types/span.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// Returns the metrics of all controllers of the sidecar, without the metrics of the process.
absl::Span<const server::MetricInfo> SidecarMetricTable();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_
