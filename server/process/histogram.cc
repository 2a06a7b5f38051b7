#include "server/process/histogram.h"

#include <algorithm>
#include <limits>

namespace cpsizer::server {

Histogram::Histogram(const Scale& scale) : scale_(scale), counts_(SumIndex() + 1) {}

void Histogram::Observe(int64_t amount) {
  const auto* const bound = std::lower_bound(scale_.bounds.begin(), scale_.bounds.end(), amount);
  // Increases the sum before the bucket, so that the sum includes each amount that is in a bucket.
  counts_.Add(SumIndex(), amount);
  counts_.Add(static_cast<size_t>(bound - scale_.bounds.begin()), 1);
}

prometheus::ClientMetric::Histogram Histogram::Collect() const {
  prometheus::ClientMetric::Histogram collected;
  for (size_t i = 0; i <= scale_.bounds.size(); ++i) {
    collected.sample_count += static_cast<uint64_t>(counts_.Sum(i));
    const double bound = i == scale_.bounds.size() ? std::numeric_limits<double>::infinity()
                                                   : static_cast<double>(scale_.bounds[i]) * scale_.unit;
    collected.bucket.push_back({collected.sample_count, bound});
  }
  collected.sample_sum = static_cast<double>(counts_.Sum(SumIndex())) * scale_.unit;
  return collected;
}

}  // namespace cpsizer::server
