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

// Values of a process, in the units of the kernel. Source: proc(5), /proc/PID/stat.
struct ProcessStat {
  int64_t cpu_ticks = 0;    // user time and system time
  int64_t start_ticks = 0;  // time from the boot to the start of the process
  int64_t virtual_bytes = 0;
  int64_t resident_pages = 0;
};

// Parses a line of /proc/PID/stat. Returns nullopt if the line is malformed.
absl::optional<ProcessStat> ParseProcessStat(absl::string_view line);

// Returns the metrics of this process. They have the names that the client libraries of Prometheus use.
absl::Span<const MetricInfo> ProcessMetricTable();

// Returns the current values. Omits values that cannot be read, for example because no descriptor is free.
std::vector<prometheus::MetricFamily> CollectProcessMetrics();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_PROCESS_METRICS_H_
