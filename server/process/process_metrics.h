#ifndef CPSIZER_SERVER_PROCESS_PROCESS_METRICS_H_
#define CPSIZER_SERVER_PROCESS_PROCESS_METRICS_H_

#include <prometheus/metric_family.h>

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "server/process/metric_family.h"

namespace cpsizer::server {

// The statistics of a process in the units of the kernel. Source: proc(5), /proc/PID/stat.
struct ProcessStat {
  int64_t cpu_ticks = 0;    // user and system time
  int64_t start_ticks = 0;  // start time since boot
  int64_t virtual_bytes = 0;
  int64_t resident_pages = 0;
};

// Parses a line of /proc/PID/stat; absent if it is malformed.
absl::optional<ProcessStat> ParseProcessStat(absl::string_view line);

// The metrics of this process, under the names that Prometheus client libraries use.
absl::Span<const MetricInfo> ProcessMetricTable();

// Returns the current values. Leaves out values that cannot be read, for example because no descriptors are free.
std::vector<prometheus::MetricFamily> CollectProcessMetrics();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_PROCESS_METRICS_H_
