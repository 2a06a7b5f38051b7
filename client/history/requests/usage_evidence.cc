#include "client/history/requests/usage_evidence.h"

#include <algorithm>
#include <cstddef>

#include "client/history/requests/quantile_rank.h"

namespace cpsizer::history {
namespace {

// The maxima of all clusters, from the largest one.
class PooledMaxima {
 public:
  explicit PooledMaxima(absl::Span<const ClusterMaxima* const> clusters) {
    for (const ClusterMaxima* cluster : clusters) {
      for (const float value : cluster->maxima) values_.push_back({value, static_cast<uint32_t>(counts_.size())});
      counts_.push_back(static_cast<int64_t>(cluster->maxima.size()));
    }
    std::sort(values_.begin(), values_.end(), [](const Value& a, const Value& b) {
      return a.value != b.value ? a.value > b.value : a.cluster < b.cluster;
    });
  }

  // Returns the smallest value with at least `part` of the values at or below it. `weights` has that of each cluster.
  double Quantile(double part, absl::Span<const uint32_t> weights) const {
    int64_t total = 0;
    for (size_t i = 0; i < counts_.size(); ++i) total += weights[i] * counts_[i];
    // Counted from the largest value, because the quantile is near to it.
    int64_t left = total - QuantileRank(part, total) + 1;
    for (const Value& value : values_) {
      if (weights[value.cluster] >= left) return value.value;
      left -= weights[value.cluster];
    }
    return 0;
  }

 private:
  struct Value {
    float value;
    uint32_t cluster;  // an index of counts_
  };

  std::vector<int64_t> counts_;
  std::vector<Value> values_;
};

}  // namespace

void SetPeak(double quantile, UsageEvidence& evidence) {
  if (evidence.clusters.empty()) return;
  // The bootstrap chooses clusters by their position, which must not depend on the order of the history.
  std::vector<const ClusterMaxima*> clusters;
  for (const ClusterMaxima& cluster : evidence.clusters) clusters.push_back(&cluster);
  std::sort(clusters.begin(), clusters.end(),
            [](const ClusterMaxima* a, const ClusterMaxima* b) { return a->maxima < b->maxima; });
  const PooledMaxima pooled(clusters);
  evidence.peak = pooled.Quantile(quantile, std::vector<uint32_t>(clusters.size(), 1));
  if (evidence.has_few_clusters() || evidence.is_short()) return;
  evidence.interval =
      Bootstrap(clusters.size(), kBootstrapRounds, kBootstrapSeed,
                [&pooled, quantile](absl::Span<const uint32_t> weights) { return pooled.Quantile(quantile, weights); });
}

}  // namespace cpsizer::history
