#ifndef CPSIZER_TESTS_HISTORY_RECOMMENDER_PLAIN_RECOMMENDER_H_
#define CPSIZER_TESTS_HISTORY_RECOMMENDER_PLAIN_RECOMMENDER_H_

#include <cstdint>

#include "absl/time/time.h"
#include "client/history/recommender/buckets.h"
#include "client/history/recommender/recommender_options.h"

namespace cpsizer::history {

// A multiple of the half-life since the year 1.
inline const absl::Time kBegin = absl::FromUnixSeconds(1'700'006'400);

// Options that show the smallest amount (percentile 0) or the largest amount (percentile 1) of a histogram.
inline RecommenderOptions Plain(double percentile) {
  RecommenderOptions options;
  options.target_cpu_percentile = percentile;
  options.target_memory_percentile = percentile;
  options.margin_fraction = 0;
  options.pod_min_cpu_millicores = 0;
  options.pod_min_memory_mb = 0;
  return options;
}

// Returns the recommendation for `amount` with these options: the start of the next bucket.
inline int64_t After(const Buckets& buckets, int64_t amount) {
  return buckets.Start(buckets.Find(amount) + 1);
}

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_RECOMMENDER_PLAIN_RECOMMENDER_H_
