#ifndef CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
#define CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/base/read_quantity.h"

// What the API server asks of single fields of an object. Each says at most one finding, for one cause is enough to
// mend the field.
namespace cpsizer {

// Says FIELD_REQUIRED: "scaleTargetRef has no kind". `remark` follows it.
void SayMissing(const FieldPath& path, absl::string_view remark, Findings& findings);

// Whether there is any text; says FIELD_REQUIRED where there is none.
bool CheckGiven(absl::string_view text, const FieldPath& path, Findings& findings);

// Asks for a name of this form. FIELD_REQUIRED, NAME_INVALID.
void CheckName(absl::string_view name, const NameForm& form, const FieldPath& path, Findings& findings);

// Asks for one of `words`. FIELD_REQUIRED, VALUE_NOT_SUPPORTED.
void CheckWord(absl::string_view text, absl::Span<const absl::string_view> words, const FieldPath& path,
               Findings& findings);

// Asks for a number from `least` to `most`. VALUE_OUT_OF_RANGE.
void CheckNumber(int64_t value, int64_t least, int64_t most, const FieldPath& path, Findings& findings);
// The same without an upper bound.
void CheckNumber(int64_t value, int64_t least, const FieldPath& path, Findings& findings);

// Asks for a quantity of at least `least` nano-units. QUANTITY_MALFORMED; VALUE_OUT_OF_RANGE with `description`. An
// amount past 2^63-1 is fine here, as it is for the API server.
void CheckQuantity(absl::string_view text, Nanos least, absl::string_view description, const FieldPath& path,
                   Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FIELD_CHECKS_H_
