#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {

inline constexpr int64_t kNanosPerMilli = 1'000'000;

// Reads a quantity in milli-units as the controller does. An amount between two milli-units is rounded away from zero.
// On an error `milli` is unchanged.
//
// The result is equal to Quantity.MilliValue of apimachinery for the same text, even if MilliValue returns a wrong
// amount. Source: apimachinery v0.36.3, pkg/api/resource: ParseQuantity, int64Amount.AsScaledInt64, scaledValue.
// `overflows` is set to true if `milli` is not the amount of the text because of the limit of 64 bits. An overflow is
// not an error:
//
// * An amount with at most 18 digits and a decimal suffix or exponent is an integer multiplied by a power of ten. If
//   its milli-units do not fit into 64 bits, the result is the low 64 bits for the factors 10, 100, 10^3, 10^6 and 10^9
//   (`10000000000000001`, `9999999999999999k`), and 0 for any other factor (`20E`, `10P`).
// * Any other amount is counted in nano-units, and the result is the low 64 bits. An amount above 2^63-1 units with a
//   binary suffix is first reduced to 2^63-1 units. A negative amount is rounded up, and by one milli-unit too much
//   (`-1000000.5n` is 0); below -2^63 nano-units the amount wraps.
QuantityError ParseMilli(absl::string_view text, int64_t& milli, bool& overflows);

// Returns the canonical text of `milli` milli-units, such as `1500m` or `2`; in binary form, such as `2Mi`, if the
// binary form is exact.
std::string MilliText(int64_t milli, QuantityFormat format = QuantityFormat::kDecimalSI);

// Describes an amount that overflows to `milli`, for example: `20E is beyond 9223372036854775807 thousandths, and is
// read as 0`.
std::string OverflowText(absl::string_view text, int64_t milli);

// Returns the amount as the controller converts a tolerance to a double: the significand of the canonical text
// multiplied by its power of ten.
double ApproximateDouble(const Quantity& quantity);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
