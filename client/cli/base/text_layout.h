#ifndef CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
#define CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// Columns that UTF-8 text takes, a column for each code point.
int DisplayWidth(absl::string_view text);

// `text` in at most `width` columns, its end replaced by an ellipsis where it is longer. Requires width >= 1.
std::string Cut(absl::string_view text, int width);

// `text` in lines of at most `width` columns, broken at spaces; a longer word stands alone. A `width` of 0 keeps one
// line.
std::vector<std::string> Wrap(absl::string_view text, int width);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
