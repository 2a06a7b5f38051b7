#ifndef CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
#define CPSIZER_SERVER_PROCESS_HISTOGRAM_H_

#include <prometheus/client_metric.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "server/process/sharded_counters.h"

namespace cpsizer::server {

// Counts amounts in buckets. Thread-safe and without a lock; prometheus::Histogram takes a lock for each amount.
class Histogram {
 public:
  // The properties that all histograms of one metric share.
  struct Scale {
    absl::Span<const int64_t> bounds;  // upper bounds, inclusive, ascending; must outlive the histogram
    double unit;                       // the value of amount 1 in the unit of the metric: 1e-9 for nanoseconds
  };

  explicit Histogram(const Scale& scale);

  void Observe(int64_t amount);

  // Returns the current values. An amount that is added at the same time may be in the sum and not yet in a bucket.
  prometheus::ClientMetric::Histogram Collect() const;

 private:
  // Returns the index of the sum, which follows the buckets. There is one more bucket than there are bounds.
  size_t SumIndex() const { return scale_.bounds.size() + 1; }

  const Scale scale_;
  ShardedCounters counts_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HISTOGRAM_H_
