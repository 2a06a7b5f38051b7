#ifndef CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
#define CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/base/read_quantity.h"

// Checks of single fields of an object, equal to those of the API server. Each check adds at most one finding, because
// one reason is enough to correct the field.
namespace cpsizer {

// Adds FIELD_REQUIRED with a message such as "scaleTargetRef has no kind". `remark` is the end of the message.
void ReportMissing(const FieldPath& path, absl::string_view remark, Findings& findings);

// Returns true if the text is not empty; otherwise adds FIELD_REQUIRED.
bool CheckGiven(absl::string_view text, const FieldPath& path, Findings& findings);

// Checks that `name` has the form `form`. Adds FIELD_REQUIRED or NAME_INVALID.
void CheckName(absl::string_view name, const NameForm& form, const FieldPath& path, Findings& findings);

// Checks that `text` is one of `words`. Adds FIELD_REQUIRED or VALUE_NOT_SUPPORTED.
void CheckWord(absl::string_view text, absl::Span<const absl::string_view> words, const FieldPath& path,
               Findings& findings);

// Checks that a number is in the range from `least` to `most`. Adds VALUE_OUT_OF_RANGE.
void CheckNumber(int64_t value, int64_t least, int64_t most, const FieldPath& path, Findings& findings);
// Checks that a number is at least `least`. Adds VALUE_OUT_OF_RANGE.
void CheckNumber(int64_t value, int64_t least, const FieldPath& path, Findings& findings);

// Checks that a quantity is at least `least` nano-units. Adds QUANTITY_MALFORMED, or VALUE_OUT_OF_RANGE with
// `description`. An amount above 2^63-1 is valid here, because the API server accepts it.
void CheckQuantity(absl::string_view text, Nanos least, absl::string_view description, const FieldPath& path,
                   Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
