#ifndef CPSIZER_SERVER_HISTOGRAM_H_
#define CPSIZER_SERVER_HISTOGRAM_H_

#include <prometheus/client_metric.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/types/span.h"

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
  const Scale scale_;
  const std::unique_ptr<std::atomic<int64_t>[]> counts_;  // one more than bounds
  std::atomic<int64_t> sum_{0};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_HISTOGRAM_H_
