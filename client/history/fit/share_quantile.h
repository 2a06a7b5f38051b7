#ifndef CPSIZER_CLIENT_HISTORY_FIT_SHARE_QUANTILE_H_
#define CPSIZER_CLIENT_HISTORY_FIT_SHARE_QUANTILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "client/history/fit/evidence.h"

namespace cpsizer::history {

// Shares are counted in bins of equal width from 0 to 1, so that the memory does not depend on the number of samples.
// The error of a quantile is below the width of a bin, which is 0.005.
inline constexpr int kShareBins = 200;

// The numbers of the shares of one cluster in each bin.
using ShareCounts = std::array<uint32_t, kShareBins>;

// Returns the bin of a share from 0 to 1.
int ShareBin(double share);

// Quantiles of the shares of several clusters together. Each share has the same weight. Immutable.
class ShareQuantile {
 public:
  // Requires at least one share. Copies the counts.
  explicit ShareQuantile(absl::Span<const ShareCounts* const> clusters);

  // Returns the quantile `part` (0 to 1) of all shares.
  double Of(double part) const;

  // Returns the interval that contains the quantile with a probability of 95 %, as cpsizer::history::Bootstrap().
  Interval Bootstrap(double part, int rounds, uint64_t seed) const;

 private:
  // Returns how many shares are in the bins up to and including `bin`. `weights` has the weight of each cluster.
  uint64_t Below(int bin, absl::Span<const uint32_t> weights) const;
  double Weighted(double part, absl::Span<const uint32_t> weights) const;

  const size_t clusters_;
  // The number of shares up to each bin: for each bin, those of all clusters, so that a sum reads adjacent memory.
  std::vector<uint32_t> cumulative_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_SHARE_QUANTILE_H_
