#ifndef CPSIZER_CLIENT_UI_GZIP_H_
#define CPSIZER_CLIENT_UI_GZIP_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::ui {

// Compresses `text` to the format of gzip (RFC 1952). `level` is from 1 (fast) to 9 (small). Returns an empty string if
// no memory is available.
std::string Gzip(absl::string_view text, int level);

// Returns whether the client accepts gzip. `values` are the values of all headers Accept-Encoding (RFC 9110, section
// 12.5.3).
bool AcceptsGzip(absl::Span<const absl::string_view> values);

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_GZIP_H_
