#include "server/engine/base/read_quantity.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {

std::string FieldPath::ToString() const {
  std::string path = index == -1 ? std::string(parent) : Indexed(parent, index);
  if (!field.empty()) absl::StrAppend(&path, ".", field);
  return path;
}

absl::optional<Quantity> ReadQuantityFrom(Nanos least, absl::string_view text, const FieldPath& path, Rule rule,
                                          absl::string_view description, Findings& findings) {
  // The quantity is constructed in the returned object. A copy would read 128-bit values directly after their halves
  // were written one by one, which stalls the processor.
  absl::optional<Quantity> quantity(absl::in_place);
  const QuantityError error = ParseQuantity(text, *quantity);
  if (error != QuantityError::kNone) {
    findings.Add(error == QuantityError::kOutOfRange ? Rule::kQuantityOutOfRange : Rule::kQuantityMalformed,
                 path.ToString(), text, absl::StrCat("\"", Quoted(text), "\" ", Describe(error)));
    quantity.reset();
  } else if (quantity->nanos < least) {
    findings.Add(rule, path.ToString(), text, absl::StrCat(Quoted(text), " ", description));
    quantity.reset();
  }
  return quantity;
}

}  // namespace cpsizer
