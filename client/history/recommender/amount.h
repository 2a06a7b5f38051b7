#ifndef CPSIZER_CLIENT_HISTORY_RECOMMENDER_AMOUNT_H_
#define CPSIZER_CLIENT_HISTORY_RECOMMENDER_AMOUNT_H_

#include <cstdint>

// Amounts of a resource as the recommender stores them: whole millicores of CPU, or whole bytes of memory.
//
// Source: vertical-pod-autoscaler, pkg/recommender/model/types.go.
namespace cpsizer::history {

inline constexpr double kMaxAmount = 1e14;
inline constexpr double kMillicoresPerCore = 1000.0;

// Returns `value` without its fraction, between 0 and kMaxAmount. `value` must not be NaN.
inline int64_t AmountFrom(double value) {
  if (value > kMaxAmount) return static_cast<int64_t>(kMaxAmount);
  return value < 0 ? 0 : static_cast<int64_t>(value);
}

// Returns `amount` multiplied by `factor`, without its fraction, between 0 and kMaxAmount.
inline int64_t Scale(int64_t amount, double factor) {
  return AmountFrom(static_cast<double>(amount) * factor);
}

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_AMOUNT_H_
