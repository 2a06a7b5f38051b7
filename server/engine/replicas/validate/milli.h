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
// not an error. The result depends on the form in which apimachinery stores the amount:
//
// * An amount with a decimal suffix or exponent, at most 18 digits and no part below a nano-unit is stored as an
//   integer and a power of ten. To get milli-units, the integer is multiplied by another power of ten: 10^3 for an
//   amount without a suffix. If the product does not fit into 64 bits, the result is its low 64 bits if that power is
//   10, 100, 10^3, 10^6 or 10^9 (`10000000000000001`, `9999999999999999k`), and 0 for any other power (`20E`, `10P`).
// * An integer with a binary suffix is stored as an integer if its digits and the digits that apimachinery counts for
//   the suffix (3 for Ki, 6 for Mi, 9 for Gi, 12 for Ti) are at most 14 together. Then it does not overflow.
// * Any other amount is stored as a big integer of nano-units. For a positive amount, the result is the low 64 bits of
//   its milli-units. An amount above 2^63-1 units with a binary suffix is first reduced to 2^63-1 units. A negative
//   amount is computed from the low 64 bits of its nano-units, so it wraps below -2^63 nano-units. It is rounded up,
//   and by one milli-unit too much (`-1000000.5n` is 0).
QuantityError ParseMilli(absl::string_view text, int64_t& milli, bool& overflows);

// Returns the canonical text of `milli` milli-units, such as `1500m` or `2`; in binary form, such as `2Mi`, if the
// binary form is exact.
std::string MilliText(int64_t milli, QuantityFormat format = QuantityFormat::kDecimalSI);

// Describes an amount that overflows to `milli`, for example: `20E is beyond 9223372036854775807 thousandths, and is
// read as 0`. For the amount that prometheus-adapter v0.12.0 writes for NaN and infinity, the text says so.
std::string OverflowText(absl::string_view text, int64_t milli);

// Returns the amount as the controller converts a tolerance to a double: the significand of the canonical text
// multiplied by its power of ten.
double ApproximateDouble(const Quantity& quantity);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
