#include "client/cli/output/table.h"

#include <algorithm>
#include <cstddef>

#include "client/cli/base/text_layout.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

// The indentation of the lines on which a row continues.
constexpr int kFoldIndent = 4;
// The minimum width of the last column, because narrower text is hard to read.
constexpr int kTextWidth = 40;
// The minimum width of a shortened column.
constexpr int kShortest = 9;
// The number of columns at the left that may be shortened. They contain names.
constexpr size_t kNames = 2;

// Widens the columns for the cells of `row` that cover one column. With `covering_several`, handles the cells that
// cover several columns instead, and widens the last column of each cell.
void Widen(const std::vector<Cell>& row, int gap, bool covering_several, std::vector<int>& widths) {
  for (size_t i = 0; i < row.size(); ++i) {
    if ((row[i].columns > 1) != covering_several) continue;
    const size_t last = i + static_cast<size_t>(row[i].columns) - 1;
    int before = 0;
    for (size_t covered = i; covered < last; ++covered) before += widths[covered] + gap;
    widths[last] = std::max(widths[last], DisplayWidth(row[i].text) - before);
  }
}

std::vector<Cell> Escaped(const std::vector<Cell>& row) {
  std::vector<Cell> escaped = row;
  for (Cell& cell : escaped) cell.text = objects::Escape(cell.text);
  return escaped;
}

struct TextColumn {
  int begin = 0;
  int end = 0;  // 0: unlimited
  bool on_new_line = false;
};

// Returns the positions of the columns. A column that does not fit into the line begins on a new, indented line. The
// last column is text, which is wrapped, so the column may be narrower than its longest cell.
std::vector<TextColumn> LayOut(const std::vector<int>& widths, int gap, int indent, int end) {
  std::vector<TextColumn> columns(widths.size());
  int begin = indent;
  for (size_t i = 0; i < widths.size(); ++i) {
    const int needed = i + 1 == widths.size() ? std::min(widths[i], kTextWidth) : widths[i];
    columns[i].on_new_line = end > 0 && i > 0 && begin + needed > end;
    if (columns[i].on_new_line) begin = indent + kFoldIndent;
    columns[i].begin = end > 0 ? std::min(begin, end - 1) : begin;
    columns[i].end = end;
    begin += widths[i] + gap;
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

void PrintLine(const std::vector<Cell>& row, const std::vector<TextColumn>& columns, Screen& screen) {
  const int end = screen.terminal().width;
  int printed = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    const bool cut = end > 0 && columns[i].begin >= end;
    if (row[i].text.empty() || (cut && printed >= end)) continue;
    const int begin = cut ? end - 1 : columns[i].begin;
    const std::string text = cut ? "\u2026" : LinesOf(row[i], columns[i], /*is_text=*/false).front();
    screen.Spaces(begin - printed).Raw(text, row[i].style);
    printed = begin + DisplayWidth(text);
  }
  screen.EndLine();
}

// Shortens the name columns so that the first `kept` columns fit into `end` columns of the terminal.
void Shorten(int kept, int gap, int end, std::vector<int>& widths) {
  int needed = -gap;
  for (size_t i = 0; i < static_cast<size_t>(kept); ++i) needed += widths[i] + gap;
  for (size_t i = 0; i < kNames; ++i) {
    const int cut = std::clamp(needed - end, 0, std::max(widths[i] - kShortest, 0));
    widths[i] -= cut;
    needed -= cut;
  }
}

// Returns the positions of the columns of one-line rows. If names are shortened, a name is cut at the width of its
// column. All other cells are cut only at the right end of the terminal.
std::vector<TextColumn> LayOutLine(std::vector<int> widths, const TableStyle& style, int indent, int end) {
  const bool shortened = end > 0 && style.kept > 0;
  if (shortened) Shorten(style.kept, style.gap, end - indent, widths);
  std::vector<TextColumn> columns = LayOut(widths, style.gap, indent, /*end=*/0);
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].end = shortened && i < kNames ? std::min(end, columns[i].begin + widths[i]) : end;
  }
  return columns;
}

std::vector<Cell> HeaderRow(const std::vector<std::string>& names) {
  std::vector<Cell> row;
  row.reserve(names.size());
  for (const std::string& name : names) row.push_back({name, Style::kBold});
  return row;
}

std::vector<int> WidthsOf(const std::vector<std::vector<Cell>>& rows, const TableStyle& style, size_t columns) {
  std::vector<int> widths = style.min_widths;
  widths.resize(columns, 0);
  for (const bool covering_several : {false, true}) {
    for (const std::vector<Cell>& row : rows) Widen(row, style.gap, covering_several, widths);
  }
  return widths;
}

std::vector<std::vector<Cell>> EscapedRows(const std::vector<std::string>& header,
                                           const std::vector<std::vector<Cell>>& rows) {
  std::vector<std::vector<Cell>> escaped = {HeaderRow(header)};
  escaped.reserve(rows.size() + 1);
  for (const std::vector<Cell>& row : rows) escaped.push_back(Escaped(row));
  return escaped;
}

}  // namespace

void Table::Print(Screen& screen, int indent) const {
  const std::vector<std::vector<Cell>> rows = EscapedRows(header_, rows_);
  const int end = screen.terminal().width;
  const std::vector<int> widths = WidthsOf(rows, style_, header_.size());
  const std::vector<TextColumn> columns =
      style_.one_line ? LayOutLine(widths, style_, indent, end) : LayOut(widths, style_.gap, indent, end);
  for (size_t i = style_.header ? 0 : 1; i < rows.size(); ++i) {
    style_.one_line ? PrintLine(rows[i], columns, screen) : PrintRow(rows[i], columns, screen);
  }
}

std::vector<int> Table::Widths() const {
  return WidthsOf(EscapedRows(header_, rows_), style_, header_.size());
}

}  // namespace cpsizer::cli
