#ifndef CPSIZER_SERVER_ENGINE_BASE_TEXT_H_
#define CPSIZER_SERVER_ENGINE_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer {

// Returns `value` for a quotation in a finding or an error message. Quotes, backslashes and the characters that
// Escape() escapes are escaped. A text that is longer than kMaxQuotedValueBytes is truncated and ends with `...`.
std::string Quoted(absl::string_view value);

// Returns the text of Quoted(value), but truncated to `max_bytes`. Requires max_bytes >= 3.
std::string Quoted(absl::string_view value, size_t max_bytes);

// Returns at most `bytes` bytes of a UTF-8 text, with `...` at the end if it was truncated. Requires bytes >= 3.
std::string CutText(absl::string_view text, size_t bytes);

// Returns `text`, which is UTF-8, as a JSON string.
std::string JsonString(absl::string_view text);

// Returns a text such as `1 pod` or `2 pods`.
std::string Counted(int64_t count, absl::string_view noun);

// Removes the decimal digits from the front of `text` and returns them.
absl::string_view TakeDigits(absl::string_view& text);

// Reads a decimal integer like Go's strconv.ParseInt: a plus sign is allowed, white space is not allowed. Returns false
// if `text` is not such an integer.
bool ReadGoInteger(absl::string_view text, int64_t& value);

// Returns a text such as "small, medium and large". After ten names the text ends with, for example, "and 5 more".
std::string JoinNames(absl::Span<const absl::string_view> names);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_TEXT_H_
