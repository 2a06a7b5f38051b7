#include "client/tree/documents/check_text.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/engine/base/utf8.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

Position PositionAt(absl::string_view text, size_t offset) {
  const absl::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const size_t line_break = before.rfind('\n');
  const size_t line_begin = line_break == absl::string_view::npos ? 0 : line_break + 1;
  return {static_cast<int>(lines) + 1, static_cast<int>(offset - line_begin) + 1};
}

std::string HexByte(char c) {
  return absl::StrCat("0x", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
}

constexpr size_t kBlockBytes = 64;

// Returns whether kBlockBytes bytes are printable ASCII or line feeds. The loop has no branch, so that the compiler can
// vectorize it.
bool ArePlain(const char* bytes) {
  uint8_t others = 0;
  for (size_t i = 0; i < kBlockBytes; ++i) {
    const auto c = static_cast<uint8_t>(bytes[i]);
    const uint8_t is_printable = static_cast<uint8_t>(c - ' ') <= '~' - ' ' ? 1 : 0;
    const uint8_t is_line_feed = c == '\n' ? 1 : 0;
    others |= static_cast<uint8_t>((is_printable | is_line_feed) ^ 1);
  }
  return others == 0;
}

// Returns the offset of the first character at or after `offset` that is not printable ASCII, a tab or a line end.
size_t SkipPlain(absl::string_view text, size_t offset) {
  while (offset + kBlockBytes <= text.size() && ArePlain(text.data() + offset)) offset += kBlockBytes;
  while (offset < text.size()) {
    const char c = text[offset];
    if (c == '\r' ? text.substr(offset + 1, 1) != "\n" : c != '\t' && c != '\n' && (c < ' ' || c > '~')) break;
    ++offset;
  }
  return offset;
}

// Returns the reason why the first character of `rest` is not allowed in a file, or an empty string if it is allowed.
std::string WhyNot(absl::string_view rest) {
  const Utf8Char c = FirstChar(rest);
  if (c.bytes == 0) return absl::StrCat("byte ", HexByte(rest.front()), " is not UTF-8; save the file as UTF-8");
  if (c.value == 0) return "a NUL byte: this is not a text file in UTF-8";
  if (c.value == '\r') return "a carriage return without a line feed; end lines with one or both";
  if (!IsControl(c.value)) return "";
  return absl::StrCat("control character U+", absl::Hex(static_cast<uint32_t>(c.value), absl::kZeroPad4),
                      "; remove it, or write it as an escape in double quotes");
}

}  // namespace

bool CheckText(absl::string_view& bytes, DocumentProblems& problems) {
  if (absl::StartsWith(bytes, "\xFF\xFE") || absl::StartsWith(bytes, "\xFE\xFF")) {
    problems.Add({}, "is UTF-16; save it as UTF-8");
    return false;
  }
  absl::ConsumePrefix(&bytes, kByteOrderMark);
  for (size_t i = SkipPlain(bytes, 0); i < bytes.size(); i = SkipPlain(bytes, i)) {
    const std::string why_not = WhyNot(bytes.substr(i));
    if (!why_not.empty()) {
      problems.Add(PositionAt(bytes, i), why_not);
      return false;
    }
    i += FirstChar(bytes.substr(i)).bytes;
  }
  return true;
}

size_t FindDocumentBegin(absl::string_view text, size_t offset) {
  constexpr absl::string_view kMark = "\n---";
  for (size_t i = text.find(kMark, offset); i != absl::string_view::npos; i = text.find(kMark, i + 1)) {
    const absl::string_view next = text.substr(i + kMark.size(), 1);
    if (next.empty() || absl::StrContains(" \t\r\n", next)) return i + 1;
  }
  return absl::string_view::npos;
}

}  // namespace cpsizer::tree
