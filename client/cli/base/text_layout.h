#ifndef CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
#define CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// The columns that UTF-8 text occupies, one for each code point.
int DisplayWidth(absl::string_view text);

// Truncates `text` to `width` columns, with an ellipsis at its end if it is longer. Requires width >= 1.
std::string Cut(absl::string_view text, int width);

// Wraps `text` at spaces into lines of at most `width` columns; a longer word has a separate line. A `width` of 0
// makes one line.
std::vector<std::string> Wrap(absl::string_view text, int width);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
