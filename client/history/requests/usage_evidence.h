#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_EVIDENCE_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_EVIDENCE_H_

#include <cstdint>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/history/fit/evidence.h"

namespace cpsizer::history {

// The largest usage of each replica of a container in each week, in one cluster.
struct ClusterMaxima {
  uint32_t cluster = 0;       // a number of HistoryNames::clusters
  std::vector<float> maxima;  // from the smallest one; not empty
};

// The evidence about the usage of a resource by a container at a size. Amounts are bytes or cores.
struct UsageEvidence {
  int64_t samples = 0;
  absl::Duration span = absl::ZeroDuration();  // from the first to the last sample
  int64_t oom_kills = 0;                       // of the container at this size
  // Figures of all samples. The error of the first two is at most ValueSketch::kSketchError.
  double p50 = 0;
  double p95 = 0;
  double max = 0;
  std::vector<ClusterMaxima> clusters;
  // The quantile of the maxima of all replicas and weeks; 0 without samples. Exact.
  double peak = 0;
  absl::optional<Interval> interval;  // the 95 % interval of `peak`; absent if there is too little evidence

  bool has_few_clusters() const { return static_cast<int64_t>(clusters.size()) < kLeastClusters; }
  bool is_short() const { return span < kLeastSpan; }
};

// Sets `peak` and, if there is enough evidence, `interval` from `clusters`.
void SetPeak(double quantile, UsageEvidence& evidence);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_EVIDENCE_H_
