#include "client/cli/base/text_layout.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::cli {
namespace {

bool BeginsCodePoint(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

int DisplayWidth(absl::string_view text) {
  int width = 0;
  for (const char c : text) width += BeginsCodePoint(c) ? 1 : 0;
  return width;
}

std::string Cut(absl::string_view text, int width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  size_t end = 0;
  for (int taken = 0; end < text.size(); ++end) {
    if (BeginsCodePoint(text[end]) && ++taken == width) break;
  }
  return absl::StrCat(text.substr(0, end), "\u2026");
}

std::vector<std::string> Wrap(absl::string_view text, int width) {
  if (width <= 0) return {std::string(text)};
  std::vector<std::string> lines(1);
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    std::string& line = lines.back();
    if (line.empty()) {
      line = std::string(word);
    } else if (DisplayWidth(line) + 1 + DisplayWidth(word) <= width) {
      absl::StrAppend(&line, " ", word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace cpsizer::cli
