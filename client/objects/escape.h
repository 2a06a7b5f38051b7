#ifndef CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
#define CPSIZER_CLIENT_OBJECTS_ESCAPE_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"
#include "server/engine/base/escape.h"

// Functions that escape printed values. The service uses the same functions for values in its messages.
namespace cpsizer::objects {

using ::cpsizer::Escape;
using ::cpsizer::EscapeCut;

// Returns `value` in double quotes for an error message: escaped, and cut after kMaxQuotedValueBytes.
inline std::string QuotedValue(absl::string_view value) {
  return absl::StrCat("\"", EscapeCut(value, kMaxQuotedValueBytes), "\"");
}

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
