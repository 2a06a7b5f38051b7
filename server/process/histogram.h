#ifndef CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
#define CPSIZER_SERVER_PROCESS_HISTOGRAM_H_

#include <prometheus/client_metric.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "server/process/sharded_counters.h"

namespace cpsizer::server {

// Counts amounts in buckets. Thread-safe, without a lock. prometheus::Histogram is not used, because it takes a lock
// for each amount.
class Histogram {
 public:
  // The properties that are the same for all histograms of one metric.
  struct Scale {
    absl::Span<const int64_t> bounds;  // upper bounds, inclusive, ascending; must outlive the histogram
    double unit;                       // the value of amount 1 in the unit of the metric, such as 1e-9 for nanoseconds
  };

  explicit Histogram(const Scale& scale);

  void Observe(int64_t amount);

  // Returns the current values. An amount that is being added may be included in the sum and not in a bucket.
  prometheus::ClientMetric::Histogram Collect() const;

 private:
  // Returns the index of the sum in `counts_`. The buckets have the indices before it. There is one bucket more than
  // bounds.
  size_t SumIndex() const { return scale_.bounds.size() + 1; }

  const Scale scale_;
  ShardedCounters counts_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
