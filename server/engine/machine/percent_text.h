#ifndef CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_

#include <string>

#include "cpsizer/quantity.h"

namespace cpsizer {

// Returns a percentage in decimal digits, rounded to 6 decimals (half up), for example `79.5`.
std::string PercentText(double percent);

// Returns the percentage with at most 6 decimals, for example `79.5`. Up to 15 decimals are written if they are
// necessary to show that the percentage is above or below the limit, for example `80.0000001` for a number above 80.
// `is_beyond` is the result of the comparison: if `down` is true, whether the percentage is below the limit; if `down`
// is false, whether the percentage is above the limit.
std::string PercentTextForLimit(double percent, double limit, bool down, bool is_beyond);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_PERCENT_TEXT_H_
