#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_QUANTILE_RANK_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_QUANTILE_RANK_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cpsizer::history {

// Returns the rank of the quantile `part` (0 to 1) of `count` values, which must not be 0: the quantile is the smallest
// value with at least this part of the values at or below it, and the smallest value has the rank 1. 0.95 of 20 values
// is the 19th, also if the product is slightly above it in binary.
inline int64_t QuantileRank(double part, int64_t count) {
  constexpr double kBinaryError = 1e-9;
  const double rank = std::ceil(part * static_cast<double>(count) - kBinaryError);
  return std::clamp(static_cast<int64_t>(rank), int64_t{1}, count);
}

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_QUANTILE_RANK_H_
