#ifndef CPSIZER_SERVER_ENGINE_BASE_TEXT_H_
#define CPSIZER_SERVER_ENGINE_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer {

// `value` as findings and error messages quote it: escaped as Escape() does, quotes and backslashes too, at most
// kMaxQuotedValueBytes, with `...` at the end if it was truncated.
std::string Quoted(absl::string_view value);

// The same with another limit, at least 3.
std::string Quoted(absl::string_view value, size_t max_bytes);

// Returns at most `bytes` of a UTF-8 text, with `...` at the end if it was truncated. Requires bytes >= 3.
std::string CutText(absl::string_view text, size_t bytes);

// Returns `text`, which is UTF-8, as a JSON string.
std::string JsonString(absl::string_view text);

// Returns `1 pod`, `2 pods`.
std::string Counted(int64_t count, absl::string_view noun);

// Removes the decimal digits from the front of `text` and returns them.
absl::string_view TakeDigits(absl::string_view& text);

// Reads a decimal integer as Go's strconv.ParseInt does: white space is not allowed, a plus sign is.
bool ReadGoInteger(absl::string_view text, int64_t& value);

// Returns "small, medium and large"; after ten names "and 5 more".
std::string JoinNames(absl::Span<const absl::string_view> names);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_TEXT_H_
