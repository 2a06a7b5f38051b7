#ifndef CPSIZER_CLIENT_HISTORY_FIT_EVIDENCE_H_
#define CPSIZER_CLIENT_HISTORY_FIT_EVIDENCE_H_

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "absl/types/span.h"

namespace cpsizer::history {

// The least evidence for a proposal about a size.
inline constexpr int64_t kLeastClusters = 5;
inline constexpr absl::Duration kLeastSpan = absl::Hours(7 * 24);

// How intervals are found, the same for each proposal.
inline constexpr int kBootstrapRounds = 1'000;
inline constexpr uint64_t kBootstrapSeed = 1;

struct Interval {
  double low = 0;
  double high = 0;
};

// Returns the interval that contains a figure of a fleet with a probability of 95 %: the 2.5th and the 97.5th
// percentile of the figures of `rounds` samples of the clusters, drawn with replacement. Clusters are drawn and not
// values, because the values of one cluster depend on each other. `figure` returns the figure of a sample, in which
// each cluster has a weight: how often it was drawn. `clusters` must not be 0. The same `seed` gives the same interval.
Interval Bootstrap(size_t clusters, int rounds, uint64_t seed,
                   absl::FunctionRef<double(absl::Span<const uint32_t> weights)> figure);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_EVIDENCE_H_
