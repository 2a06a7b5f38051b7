#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {

inline constexpr int64_t kNanosPerMilli = 1'000'000;

// Reads a quantity as the controller does: in milli-units, a fraction of one rounded away from zero. `milli` is
// unchanged on an error.
//
// Equal to apimachinery's Quantity.MilliValue of the same text, also where that is not the amount. Source:
// apimachinery v0.36.3, pkg/api/resource: ParseQuantity, int64Amount.AsScaledInt64, scaledValue. `overflows` is true
// if `milli` is not the amount of the text because of 64 bits. None of this is an error:
//
// * At most 18 digits and a decimal suffix or exponent: an integer times a power of ten. If its milli-units do not
//   fit in 64 bits, they keep the low 64 bits if the factor is 10, 100, 10^3, 10^6 or 10^9 (`10000000000000001`,
//   `9999999999999999k`), and are 0 with any other factor (`20E`, `10P`).
// * Other amounts are counted in nano-units and keep the low 64 bits; with a binary suffix an amount above 2^63-1
//   units is clamped to that first. A negative one is rounded differently, up and by a whole milli-unit
//   (`-1000000.5n` is 0), and wraps below -2^63 nano-units.
QuantityError ParseMilli(absl::string_view text, int64_t& milli, bool& overflows);

// Returns the canonical text of `milli` milli-units: `1500m`, `2`; in binary form `2Mi` if that is exact.
std::string MilliText(int64_t milli, QuantityFormat format = QuantityFormat::kDecimalSI);

// Describes an amount that overflows to `milli`: `20E is beyond 9223372036854775807 thousandths, and is read as 0`.
std::string OverflowText(absl::string_view text, int64_t milli);

// Returns the amount as the controller converts a tolerance to a double: significand times a power of ten, both those
// of the canonical text.
double ApproximateDouble(const Quantity& quantity);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
