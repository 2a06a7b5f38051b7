#include "client/cli/table.h"

#include <algorithm>
#include <cstddef>

#include "client/cli/escape.h"
#include "client/cli/text_layout.h"

namespace cpsizer::cli {
namespace {

constexpr int kGap = 3;

void Widen(const std::vector<Cell>& row, std::vector<int>& widths) {
  for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i].text));
}

std::vector<Cell> Escaped(const std::vector<Cell>& row) {
  std::vector<Cell> escaped = row;
  for (Cell& cell : escaped) cell.text = Escape(cell.text);
  return escaped;
}

void PrintRow(const std::vector<Cell>& row, const std::vector<int>& widths, int indent, Screen& screen) {
  const int end = screen.terminal().width;
  int printed = 0;
  int column = indent;
  for (size_t i = 0; i < row.size() && (end == 0 || column < end); ++i) {
    const std::string text = end == 0 ? row[i].text : Cut(row[i].text, end - column);
    if (!text.empty()) {
      screen.Spaces(column - printed).Raw(text, row[i].style);
      printed = column + DisplayWidth(text);
    }
    column += widths[i] + kGap;
  }
  screen.EndLine();
}

}  // namespace

void Table::Print(Screen& screen, int indent) const {
  std::vector<Cell> header;
  for (const std::string& name : header_) header.push_back({name, Style::kBold});
  std::vector<std::vector<Cell>> rows;
  rows.reserve(rows_.size());
  std::vector<int> widths(header.size(), 0);
  Widen(header, widths);
  for (const std::vector<Cell>& row : rows_) {
    rows.push_back(Escaped(row));
    Widen(rows.back(), widths);
  }
  PrintRow(header, widths, indent, screen);
  for (const std::vector<Cell>& row : rows) PrintRow(row, widths, indent, screen);
}

}  // namespace cpsizer::cli
