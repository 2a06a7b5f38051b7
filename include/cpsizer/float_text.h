#ifndef CPSIZER_FLOAT_TEXT_H_
#define CPSIZER_FLOAT_TEXT_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// Reads a number as Go's strconv.ParseFloat does: without white space, with underscores between digits, with an
// exponent `p` if it is hexadecimal, and `NaN`, `Inf` or `Infinity` in upper or lower case. The clients of Prometheus
// read the values of its responses in this way. Returns nothing for any other text and for a number beyond the range of
// a double.
absl::optional<double> ParseGoFloat(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_FLOAT_TEXT_H_
