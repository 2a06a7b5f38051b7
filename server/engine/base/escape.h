#ifndef CPSIZER_SERVER_ENGINE_BASE_ESCAPE_H_
#define CPSIZER_SERVER_ENGINE_BASE_ESCAPE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// Makes `text` safe for a terminal and a log. Control characters, bytes that are not UTF-8, line separators, invisible
// characters and the marks that change the direction of text are replaced with escapes such as `\n`, `\x1b` or
// `\u202e`. Other characters are kept, so escaping a second time changes nothing.
std::string Escape(absl::string_view text);

// Escapes `text` and truncates it to `max_bytes`, with `...` at the end if it was truncated. Requires max_bytes >= 3.
std::string EscapeCut(absl::string_view text, size_t max_bytes);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_ESCAPE_H_
