#ifndef CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_
#define CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_

#include "absl/types/span.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

// The metrics of the sidecar, of every controller, without those of the process.
absl::Span<const server::MetricInfo> SidecarMetricTable();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_METRIC_TABLE_H_
