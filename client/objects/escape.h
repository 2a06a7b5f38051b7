#ifndef CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
#define CPSIZER_CLIENT_OBJECTS_ESCAPE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// `text` as it may be shown on a terminal: control characters, bytes that are not UTF-8, line separators and the marks
// that change the direction of writing become `\n`, `\x1b` or `\u202e`. Everything else stays, so escaping twice
// changes nothing.
std::string Escape(absl::string_view text);

// The same in at most `max_bytes`, with `...` at the end where it was cut. Requires max_bytes >= 3.
std::string EscapeCut(absl::string_view text, size_t max_bytes);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
