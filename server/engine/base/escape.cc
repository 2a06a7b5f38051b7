#include "server/engine/base/escape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "server/engine/base/utf8.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kCutMark = "...";

// Returns whether the character is invisible or changes the order of the characters around it.
bool Hides(char32_t c) {
  return c == 0x00AD || c == 0x061C || (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

std::string EscapeByte(unsigned char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return absl::StrCat("\\x", absl::Hex(c, absl::kZeroPad2));
  }
}

// Removes the first character of `text`, and returns it, escaped if necessary.
std::string TakeEscaped(absl::string_view& text) {
  const Utf8Char c = FirstChar(text);
  const absl::string_view bytes = text.substr(0, c.bytes == 0 ? 1 : c.bytes);
  text.remove_prefix(bytes.size());
  if (c.bytes == 0) return EscapeByte(static_cast<unsigned char>(bytes.front()));
  if (IsControl(c.value)) return EscapeByte(static_cast<unsigned char>(c.value));
  if (Hides(c.value)) return absl::StrCat("\\u", absl::Hex(static_cast<uint32_t>(c.value), absl::kZeroPad4));
  return std::string(bytes);
}

// Removes the longest prefix of printable ASCII characters, which are never escaped, and returns it.
absl::string_view TakePrintable(absl::string_view& text) {
  const auto* end = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
  const absl::string_view prefix = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(prefix.size());
  return prefix;
}

}  // namespace

std::string Escape(absl::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    absl::StrAppend(&escaped, TakePrintable(text));
    if (!text.empty()) escaped += TakeEscaped(text);
  }
  return escaped;
}

std::string EscapeCut(absl::string_view text, size_t max_bytes) {
  std::string escaped;
  size_t room_for_ellipsis = 0;
  while (!text.empty()) {
    const std::string next = TakeEscaped(text);
    if (escaped.size() + next.size() > max_bytes) {
      escaped.resize(room_for_ellipsis);
      return absl::StrCat(escaped, kCutMark);
    }
    escaped += next;
    if (escaped.size() + kCutMark.size() <= max_bytes) room_for_ellipsis = escaped.size();
  }
  return escaped;
}

}  // namespace cpsizer
