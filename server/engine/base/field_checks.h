#ifndef CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
#define CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/base/read_quantity.h"

// Checks of single fields of an object, as the API server makes them. Each adds at most one finding, since one cause
// is enough to correct the field.
namespace cpsizer {

// Adds FIELD_REQUIRED: "scaleTargetRef has no kind". `remark` follows it.
void ReportMissing(const FieldPath& path, absl::string_view remark, Findings& findings);

// Returns whether there is any text; adds FIELD_REQUIRED if there is none.
bool CheckGiven(absl::string_view text, const FieldPath& path, Findings& findings);

// Checks that `name` has this form. FIELD_REQUIRED, NAME_INVALID.
void CheckName(absl::string_view name, const NameForm& form, const FieldPath& path, Findings& findings);

// Checks that `text` is one of `words`. FIELD_REQUIRED, VALUE_NOT_SUPPORTED.
void CheckWord(absl::string_view text, absl::Span<const absl::string_view> words, const FieldPath& path,
               Findings& findings);

// Checks that a number is from `least` to `most`. VALUE_OUT_OF_RANGE.
void CheckNumber(int64_t value, int64_t least, int64_t most, const FieldPath& path, Findings& findings);
// The same without an upper bound.
void CheckNumber(int64_t value, int64_t least, const FieldPath& path, Findings& findings);

// Checks that a quantity is at least `least` nano-units. QUANTITY_MALFORMED; VALUE_OUT_OF_RANGE with `description`.
// An amount above 2^63-1 is valid here, as for the API server.
void CheckQuantity(absl::string_view text, Nanos least, absl::string_view description, const FieldPath& path,
                   Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
