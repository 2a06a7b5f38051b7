#include "server/histogram.h"

#include <algorithm>
#include <limits>

namespace cpsizer::server {

Histogram::Histogram(const Scale& scale)
    : scale_(scale), counts_(std::make_unique<std::atomic<int64_t>[]>(scale.bounds.size() + 1)) {}

void Histogram::Observe(int64_t amount) {
  const auto* const bound = std::lower_bound(scale_.bounds.begin(), scale_.bounds.end(), amount);
  counts_[static_cast<size_t>(bound - scale_.bounds.begin())].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(amount, std::memory_order_relaxed);
}

prometheus::ClientMetric::Histogram Histogram::Collect() const {
  prometheus::ClientMetric::Histogram collected;
  for (size_t i = 0; i <= scale_.bounds.size(); ++i) {
    collected.sample_count += static_cast<uint64_t>(counts_[i].load(std::memory_order_relaxed));
    const double bound = i == scale_.bounds.size() ? std::numeric_limits<double>::infinity()
                                                   : static_cast<double>(scale_.bounds[i]) * scale_.unit;
    collected.bucket.push_back({collected.sample_count, bound});
  }
  collected.sample_sum = static_cast<double>(sum_.load(std::memory_order_relaxed)) * scale_.unit;
  return collected;
}

}  // namespace cpsizer::server
