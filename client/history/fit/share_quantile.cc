#include "client/history/fit/share_quantile.h"

#include <algorithm>

namespace cpsizer::history {
namespace {

constexpr double kBinWidth = 1.0 / kShareBins;

}  // namespace

int ShareBin(double share) {
  return std::clamp(static_cast<int>(share * kShareBins), 0, kShareBins - 1);
}

ShareQuantile::ShareQuantile(absl::Span<const ShareCounts* const> clusters)
    : clusters_(clusters.size()), cumulative_(clusters.size() * kShareBins) {
  for (size_t cluster = 0; cluster < clusters_; ++cluster) {
    uint32_t sum = 0;
    for (size_t bin = 0; bin < kShareBins; ++bin) {
      sum += (*clusters[cluster])[bin];
      cumulative_[bin * clusters_ + cluster] = sum;
    }
  }
}

uint64_t ShareQuantile::Below(int bin, absl::Span<const uint32_t> weights) const {
  if (bin < 0) return 0;
  const uint32_t* const counts = &cumulative_[static_cast<size_t>(bin) * clusters_];
  uint64_t sum = 0;
  for (size_t cluster = 0; cluster < clusters_; ++cluster) sum += uint64_t{weights[cluster]} * counts[cluster];
  return sum;
}

double ShareQuantile::Weighted(double part, absl::Span<const uint32_t> weights) const {
  const double wanted = part * static_cast<double>(Below(kShareBins - 1, weights));
  // The first bin with at least `wanted` shares up to its end.
  int bin = 0;
  for (int end = kShareBins - 1; bin < end;) {
    const int middle = (bin + end) / 2;
    if (static_cast<double>(Below(middle, weights)) >= wanted) {
      end = middle;
    } else {
      bin = middle + 1;
    }
  }
  const auto before = static_cast<double>(Below(bin - 1, weights));
  const double in_bin = static_cast<double>(Below(bin, weights)) - before;
  return kBinWidth * (bin + (in_bin > 0 ? (wanted - before) / in_bin : 0));
}

double ShareQuantile::Of(double part) const {
  return Weighted(part, std::vector<uint32_t>(clusters_, 1));
}

Interval ShareQuantile::Bootstrap(double part, int rounds, uint64_t seed) const {
  return history::Bootstrap(clusters_, rounds, seed,
                            [this, part](absl::Span<const uint32_t> weights) { return Weighted(part, weights); });
}

}  // namespace cpsizer::history
