#ifndef CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_

#include <string>

#include "cpsizer/quantity.h"

namespace cpsizer {

// Returns percent in decimal digits, rounded to the nearest of 6 decimals, a half up: `79.5`.
std::string PercentText(double percent);

// Returns the number with the fewest decimals, 6 or more, that keep it on its side of the limit: `80.0000001` for a
// number above 80. `is_beyond` is the result of the comparison that the text explains: below the limit if `down`,
// else above it.
std::string PercentTextForLimit(double percent, double limit, bool down, bool is_beyond);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
