#ifndef CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
#define CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// Returns the number of columns that UTF-8 text occupies. Each code point occupies one column.
int DisplayWidth(absl::string_view text);

// Truncates `text` to `width` columns. A longer text ends with an ellipsis. Requires width >= 1.
std::string Cut(absl::string_view text, int width);

// Wraps `text` at spaces into lines of at most `width` columns. A word that is longer than `width` is a separate line.
// If `width` is 0, the result is one line.
std::vector<std::string> Wrap(absl::string_view text, int width);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TEXT_LAYOUT_H_
