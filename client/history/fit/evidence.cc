#include "client/history/fit/evidence.h"

#include <algorithm>
#include <random>
#include <vector>

namespace cpsizer::history {
namespace {

constexpr double kLowTail = 0.025;
constexpr double kHighTail = 0.975;

double AtPart(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<size_t>(part * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

Interval Bootstrap(size_t clusters, int rounds, uint64_t seed,
                   absl::FunctionRef<double(absl::Span<const uint32_t> weights)> figure) {
  // The output of this generator is specified by the standard, unlike that of the distributions.
  std::mt19937_64 generator(seed);
  std::vector<double> figures;
  figures.reserve(static_cast<size_t>(rounds));
  std::vector<uint32_t> weights(clusters);
  while (figures.size() < static_cast<size_t>(rounds)) {
    std::fill(weights.begin(), weights.end(), 0);
    for (size_t i = 0; i < clusters; ++i) ++weights[generator() % clusters];
    figures.push_back(figure(weights));
  }
  std::sort(figures.begin(), figures.end());
  return {AtPart(figures, kLowTail), AtPart(figures, kHighTail)};
}

}  // namespace cpsizer::history
