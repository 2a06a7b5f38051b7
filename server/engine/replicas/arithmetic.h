#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_ARITHMETIC_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_ARITHMETIC_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Arithmetic of integers and doubles as in kube-controller-manager, which is written in Go: integers wrap where an
// overflow would be undefined in C++, and division truncates toward zero. This folder is compiled with
// -ffp-contract=off, so that the compiler does not fuse a multiplication and an addition of doubles.
namespace cpsizer {

inline constexpr int64_t kMaxInt64 = std::numeric_limits<int64_t>::max();

template <typename Int>
constexpr Int WrapAdd(Int a, Int b) {
  using Unsigned = std::make_unsigned_t<Int>;
  return static_cast<Int>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
}

template <typename Int>
constexpr Int WrapSubtract(Int a, Int b) {
  using Unsigned = std::make_unsigned_t<Int>;
  return static_cast<Int>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b));
}

constexpr int64_t WrapMultiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

// Requires b != 0.
constexpr int64_t WrapDivide(int64_t a, int64_t b) {
  return b == -1 ? WrapSubtract<int64_t>(0, a) : a / b;
}

// Returns the double as a whole number, truncated toward zero. A value that is out of range is reduced to the nearest
// valid value, and NaN gives 0; in these two cases the result of the controller depends on its processor.
template <typename Int>
Int Saturate(double value) {
  if (std::isnan(value)) return 0;
  // The largest int64 is not a double. It is converted to the next larger double, which is out of range.
  if (value >= static_cast<double>(std::numeric_limits<Int>::max())) return std::numeric_limits<Int>::max();
  if (value <= static_cast<double>(std::numeric_limits<Int>::min())) return std::numeric_limits<Int>::min();
  return static_cast<Int>(value);
}

inline int32_t CeilToReplicas(double value) {
  return Saturate<int32_t>(std::ceil(value));
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_ARITHMETIC_H_
