#ifndef CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
#define CPSIZER_SERVER_PROCESS_HISTOGRAM_H_

#include <prometheus/client_metric.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "server/process/sharded_counters.h"

namespace cpsizer::server {

// Counts of amounts by size. Thread-safe, without a lock: prometheus::Histogram takes one for every amount.
class Histogram {
 public:
  // What all histograms of one metric share.
  struct Scale {
    absl::Span<const int64_t> bounds;  // upper ones, inclusive, ascending; they outlive the histogram
    double unit;  // what an amount of one is in the metric's unit: 1e-9 where amounts are nanoseconds
  };

  explicit Histogram(const Scale& scale);

  void Observe(int64_t amount);

  // As of now: amounts that come meanwhile may be in the sum and not yet in a bucket.
  prometheus::ClientMetric::Histogram Collect() const;

 private:
  // Behind the buckets, which are one more than the bounds.
  size_t SumIndex() const { return scale_.bounds.size() + 1; }

  const Scale scale_;
  ShardedCounters counts_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
