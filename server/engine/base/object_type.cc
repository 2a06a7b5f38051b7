#include "server/engine/base/object_type.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {

void CheckTypeField(absl::string_view value, absl::string_view wanted, absl::string_view path, Findings& findings) {
  if (value.empty() || value == wanted) return;
  findings.Add(Rule::kKindMismatch, path, value, absl::StrCat("\"", Quoted(value), "\" is not ", wanted));
}

}  // namespace cpsizer
