#ifndef CPSIZER_SERVER_ENGINE_BASE_READ_QUANTITY_H_
#define CPSIZER_SERVER_ENGINE_BASE_READ_QUANTITY_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The path of a field. The text of the path is built only if a finding needs it.
struct FieldPath {
  absl::string_view parent;  // example: `spec.sizes`
  int index = -1;            // index in the parent, -1 if the parent is not a list
  absl::string_view field;   // example: `capacity.memory`; may be empty

  std::string ToString() const;
  // Returns ToString(), so that the functions of read_time.h accept a FieldPath as their path.
  std::string operator()() const { return ToString(); }
};

// Reads a quantity. Returns nothing and adds a finding if `text` is not valid: QUANTITY_MALFORMED or
// QUANTITY_OUT_OF_RANGE if `text` is not a quantity, or `rule` with `description` if the amount is below `least`
// nano-units.
absl::optional<Quantity> ReadQuantityFrom(Nanos least, absl::string_view text, const FieldPath& path, Rule rule,
                                          absl::string_view description, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_READ_QUANTITY_H_
