#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {

inline constexpr int64_t kNanosPerMilli = 1'000'000;

// Reads a quantity as the controller does: in milli-units, a fraction of one rounded away from zero. `milli` is left
// alone on an error.
//
// An amount whose milli-units pass 63 bits is no error: as upstream it becomes 0 where it is written with at most 18
// digits and a decimal suffix or exponent (`20E`), and else keeps its low 64 bits. Source: apimachinery's
// Quantity.MilliValue. `overflows` says whether `milli` is such another amount. Only a decimal of more than 18 digits
// beyond 2^63-1 is out of range here.
QuantityError ParseMilli(absl::string_view text, int64_t& milli, bool& overflows);

// The canonical text of so many milli-units: `1500m`, `2`; in binary form `2Mi` where that says it exactly.
std::string MilliText(int64_t milli, QuantityFormat format = QuantityFormat::kDecimalSI);

// `20E is beyond 9223372036854775807 thousandths, and counts as 0`, for one that overflows to `milli`.
std::string OverflowText(absl::string_view text, int64_t milli);

// The amount as the controller turns a tolerance into a double: significand times a power of ten, both those of the
// canonical text.
double ApproximateDouble(const Quantity& quantity);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_MILLI_H_
