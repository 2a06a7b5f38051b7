#include "server/engine/base/text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/escape.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kEllipsis = "...";
constexpr size_t kMaxNames = 10;

bool IsContinuationByte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Returns the characters before the byte `end`, followed by dots. Requires end < text.size().
std::string CutBefore(size_t end, absl::string_view text) {
  while (end > 0 && IsContinuationByte(text[end])) --end;
  return absl::StrCat(text.substr(0, end), kEllipsis);
}

}  // namespace

std::string Quoted(absl::string_view value) {
  return Quoted(value, kMaxQuotedValueBytes);
}

std::string Quoted(absl::string_view value, size_t max_bytes) {
  // A prefix that is one byte longer than the limit is enough, because EscapeCut() then truncates it. If the prefix
  // splits a character, the split character is not printed.
  return EscapeCut(absl::Utf8SafeCHexEscape(value.substr(0, max_bytes + 1)), max_bytes);
}

std::string CutText(absl::string_view text, size_t bytes) {
  return text.size() <= bytes ? std::string(text) : CutBefore(bytes - kEllipsis.size(), text);
}

std::string JsonString(absl::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      absl::StrAppend(&json, "\\", absl::string_view(&c, 1));
    } else if (c == '\n') {
      absl::StrAppend(&json, "\\n");
    } else if (byte < 0x20) {
      absl::StrAppend(&json, "\\u", absl::Hex(byte, absl::kZeroPad4));
    } else {
      json.push_back(c);
    }
  }
  return json + "\"";
}

std::string Counted(int64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

absl::string_view TakeDigits(absl::string_view& text) {
  size_t n = 0;
  while (n < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[n]))) ++n;
  const absl::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

bool ReadGoInteger(absl::string_view text, int64_t& value) {
  // absl::SimpleAtoi ignores white space, but Go does not.
  if (text.empty() || absl::ascii_isspace(static_cast<unsigned char>(text.front())) ||
      absl::ascii_isspace(static_cast<unsigned char>(text.back()))) {
    return false;
  }
  return absl::SimpleAtoi(text, &value);
}

std::string JoinNames(absl::Span<const absl::string_view> names) {
  const size_t shown = std::min(names.size(), kMaxNames);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size();
    absl::StrAppend(&text, i == 0 ? "" : last ? " and " : ", ", Quoted(names[i]));
  }
  if (shown < names.size()) absl::StrAppend(&text, " and ", names.size() - shown, " more");
  return text;
}

}  // namespace cpsizer
