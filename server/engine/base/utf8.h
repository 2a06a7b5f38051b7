#ifndef CPSIZER_SERVER_ENGINE_BASE_UTF8_H_
#define CPSIZER_SERVER_ENGINE_BASE_UTF8_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer {

// A character of UTF-8 text.
struct Utf8Char {
  char32_t value = 0;
  size_t bytes = 0;  // 0 if the text is not UTF-8
};

// Returns the first character of `text`. Overlong forms, surrogates and values above U+10FFFF are not UTF-8. Requires
// that `text` is not empty.
Utf8Char FirstChar(absl::string_view text);

// Returns whether `c` is a control character (C0, DEL or C1), including tab and line breaks.
constexpr bool IsControl(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_UTF8_H_
