#ifndef CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_

#include <string>

#include "cpsizer/quantity.h"

namespace cpsizer {

// Percent with up to 6 decimals: `79.5`.
std::string PercentText(double percent);

// Percent that `usage` is of `capacity`, rounded down to 6 decimals. Requires usage >= 0 and capacity > 0, both at most
// kMaxQuantityNanos.
std::string PercentText(Nanos usage, Nanos capacity);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
