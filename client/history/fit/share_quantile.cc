#include "client/history/fit/share_quantile.h"

#include <algorithm>
#include <random>

namespace cpsizer::history {
namespace {

constexpr double kBinWidth = 1.0 / kShareBins;
constexpr double kLowTail = 0.025;
constexpr double kHighTail = 0.975;

double AtPart(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<size_t>(part * static_cast<double>(sorted.size() - 1))];
}

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
  // The output of this generator is specified by the standard, unlike that of the distributions.
  std::mt19937_64 generator(seed);
  std::vector<double> quantiles;
  quantiles.reserve(static_cast<size_t>(rounds));
  std::vector<uint32_t> weights(clusters_);
  while (quantiles.size() < static_cast<size_t>(rounds)) {
    std::fill(weights.begin(), weights.end(), 0);
    for (size_t i = 0; i < clusters_; ++i) ++weights[generator() % clusters_];
    quantiles.push_back(Weighted(part, weights));
  }
  std::sort(quantiles.begin(), quantiles.end());
  return {AtPart(quantiles, kLowTail), AtPart(quantiles, kHighTail)};
}

}  // namespace cpsizer::history
