#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_

#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

// Readers of single values of a machine autoscaler. Each returns nothing and adds a finding where the text is not one.
namespace cpsizer {

inline constexpr Nanos kHundredPercent = Nanos{100} * kNanosPerUnit;

// Percent from 0 to 100 in billionths: digits and a point, at most 9 of them after it. FIELD_REQUIRED,
// NUMBER_MALFORMED, VALUE_OUT_OF_RANGE.
absl::optional<Nanos> ReadPercent(absl::string_view text, const FieldPath& path, Findings& findings);

// A finite number. FIELD_REQUIRED, NUMBER_MALFORMED.
absl::optional<double> ReadThreshold(absl::string_view text, const FieldPath& path, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_READ_TEXT_H_
