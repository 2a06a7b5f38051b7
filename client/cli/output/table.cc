#include "client/cli/output/table.h"

#include <algorithm>
#include <cstddef>

#include "client/cli/base/text_layout.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr int kGap = 3;
// The indentation of the continuation lines of a row.
constexpr int kFoldIndent = 4;
// Narrower than this, text is hard to read.
constexpr int kTextWidth = 40;

void Widen(const std::vector<Cell>& row, std::vector<int>& widths) {
  for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i].text));
}

std::vector<Cell> Escaped(const std::vector<Cell>& row) {
  std::vector<Cell> escaped = row;
  for (Cell& cell : escaped) cell.text = objects::Escape(cell.text);
  return escaped;
}

// Where the cells of a column go.
struct TextColumn {
  int begin = 0;
  int end = 0;  // 0 for unbounded
  bool on_new_line = false;
};

// Columns that do not fit beside the others go to a line of their own below, further in. The last one is text, which
// may be narrower than its longest cell.
std::vector<TextColumn> LayOut(const std::vector<int>& widths, int indent, int end) {
  std::vector<TextColumn> columns(widths.size());
  int begin = indent;
  for (size_t i = 0; i < widths.size(); ++i) {
    const int needed = i + 1 == widths.size() ? std::min(widths[i], kTextWidth) : widths[i];
    columns[i].on_new_line = end > 0 && i > 0 && begin + needed > end;
    if (columns[i].on_new_line) begin = indent + kFoldIndent;
    columns[i].begin = end > 0 ? std::min(begin, end - 1) : begin;
    columns[i].end = end;
    begin += widths[i] + kGap;
  }
  return columns;
}

std::vector<std::string> LinesOf(const Cell& cell, const TextColumn& column, bool is_text) {
  if (column.end == 0) return {cell.text};
  const int width = column.end - column.begin;
  std::vector<std::string> lines = is_text ? Wrap(cell.text, width) : std::vector<std::string>{cell.text};
  for (std::string& line : lines) line = Cut(line, width);
  return lines;
}

void PrintRow(const std::vector<Cell>& row, const std::vector<TextColumn>& columns, Screen& screen) {
  int printed = 0;
  const auto end_line = [&] {
    if (printed > 0) screen.EndLine();
    printed = 0;
  };
  for (size_t i = 0; i < row.size(); ++i) {
    if (columns[i].on_new_line) end_line();
    bool first = true;
    for (const std::string& line : LinesOf(row[i], columns[i], i + 1 == row.size())) {
      if (line.empty()) continue;
      if (!first) end_line();
      first = false;
      screen.Spaces(columns[i].begin - printed).Raw(line, row[i].style);
      printed = columns[i].begin + DisplayWidth(line);
    }
  }
  end_line();
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
  const std::vector<TextColumn> columns = LayOut(widths, indent, screen.terminal().width);
  PrintRow(header, columns, screen);
  for (const std::vector<Cell>& row : rows) PrintRow(row, columns, screen);
}

}  // namespace cpsizer::cli
