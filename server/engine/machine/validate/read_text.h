#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_

#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

// Functions that read single values of a machine autoscaler. Each function adds a finding and returns nothing if the
// text is not valid.
namespace cpsizer {

inline constexpr Nanos kHundredPercent = Nanos{100} * kNanosPerUnit;

// Reads a percentage from 0 to 100, in billionths of 1 %. The text may have a point and at most 9 digits after it. Adds
// FIELD_REQUIRED, NUMBER_MALFORMED or VALUE_OUT_OF_RANGE.
absl::optional<Nanos> ReadPercent(absl::string_view text, const FieldPath& path, Findings& findings);

// Reads a finite number. Adds FIELD_REQUIRED or NUMBER_MALFORMED.
absl::optional<double> ReadThreshold(absl::string_view text, const FieldPath& path, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_
