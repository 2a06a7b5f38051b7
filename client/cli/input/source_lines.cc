#include "client/cli/input/source_lines.h"

#include <algorithm>
#include <cstddef>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/text_layout.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

// The maximum number of bytes of a long line that are shown before and after the caret.
constexpr size_t kBefore = 60;
constexpr size_t kAfter = 40;

}  // namespace

SourceLines::SourceLines(const std::string& file) {
  if (file == "-") return;
  std::ifstream stream(file, std::ios::binary);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines_.push_back(std::move(line));
  }
}

void SourceLines::PrintCaret(const objects::Position& position, Screen& out) const {
  if (position.line < 1 || static_cast<size_t>(position.line) > lines_.size()) return;
  const absl::string_view line = lines_[static_cast<size_t>(position.line) - 1];
  const size_t column = std::min(static_cast<size_t>(std::max(position.column, 1)) - 1, line.size());
  const size_t begin = column > kBefore ? column - kBefore : 0;
  const std::string before = absl::StrCat(begin > 0 ? "..." : "", objects::Escape(line.substr(begin, column - begin)));
  const std::string after = objects::Escape(line.substr(column, kAfter));
  const std::string number = absl::StrCat(position.line);
  out.Spaces(4).Raw(number, Style::kDim).Raw(" | ", Style::kDim).Raw(before).Raw(after);
  out.Raw(column + kAfter < line.size() ? "..." : "").EndLine();
  out.Spaces(4 + static_cast<int>(number.size())).Raw(" | ", Style::kDim).Spaces(DisplayWidth(before));
  out.Raw("^", Style::kBad).EndLine();
}

}  // namespace cpsizer::cli
