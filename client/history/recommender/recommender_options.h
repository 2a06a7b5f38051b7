#ifndef CPSIZER_CLIENT_HISTORY_RECOMMENDER_RECOMMENDER_OPTIONS_H_
#define CPSIZER_CLIENT_HISTORY_RECOMMENDER_RECOMMENDER_OPTIONS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace cpsizer::history {

// The flags of the recommender that change a recommendation, with its defaults.
struct RecommenderOptions {
  double target_cpu_percentile = 0.9;     // 0 to 1
  double target_memory_percentile = 0.9;  // 0 to 1
  double margin_fraction = 0.15;          // 0 to 100
  // Half-lives of the weight of a sample, and the window in which a pod has one memory peak: 1 minute to 1,000 days.
  absl::Duration cpu_half_life = absl::Hours(24);
  absl::Duration memory_half_life = absl::Hours(24);
  absl::Duration memory_aggregation_interval = absl::Hours(24);
  // The state of a container is deleted if its last CPU sample is older than this number of intervals: 1 to 1,000,000.
  int memory_aggregation_interval_count = 8;
  // After an OOM kill, the memory is multiplied by the ratio (1 to 100), or grows by the bytes (0 to 1e14) if that is
  // more.
  double oom_bump_up_ratio = 1.2;
  double oom_min_bump_up_bytes = 100.0 * 1024 * 1024;
  double pod_min_cpu_millicores = 25;  // 0 to 1e14
  double pod_min_memory_mb = 250;      // MiB, 0 to 1e14
  // A recommendation is rounded up to a multiple of these amounts: 1 to 1e14.
  int64_t round_cpu_millicores = 1;
  int64_t round_memory_bytes = 1;
  int containers = 1;  // containers with a recommendation, which share the minimum of the pod: 1 to 1,000
};

// Checks the ranges of `options`.
// Errors: InvalidArgument with the name of the flag of cpsizer, the value and the range.
absl::Status CheckOptions(const RecommenderOptions& options);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_RECOMMENDER_OPTIONS_H_
