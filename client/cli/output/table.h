#ifndef CPSIZER_CLIENT_CLI_OUTPUT_TABLE_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

struct Cell {
  std::string text;
  Style style = Style::kPlain;
  int columns = 1;  // the number of columns that the cell covers; the cells after it in these columns are empty
};

struct TableStyle {
  int gap = 3;            // the number of spaces between columns
  bool one_line = false;  // print a row on one line, and cut its end on a narrow terminal
  // Used with one_line: the number of columns at the left that are never cut off. If these columns do not fit, the
  // first two columns are shortened.
  int kept = 0;
  bool header = true;
  // The minimum widths of the columns. With these widths, the rows of a later table continue a table that is already
  // printed.
  std::vector<int> min_widths = {};
};

// Rows of text in aligned columns. On a terminal that is too narrow for all columns, a row continues on the next line,
// which is indented, and the last column is wrapped. A cell that is wider than the terminal ends with an ellipsis. With
// TableStyle::one_line a row does not continue on the next line, but ends with an ellipsis.
class Table {
 public:
  explicit Table(std::vector<std::string> header, TableStyle style = {})
      : header_(std::move(header)), style_(std::move(style)) {}

  // Requires the same number of cells as the header.
  void AddRow(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

  // Prints the header and the rows, indented by `indent` columns.
  void Print(Screen& screen, int indent = 0) const;

  // Returns the widths of the columns.
  std::vector<int> Widths() const;

 private:
  std::vector<std::string> header_;
  TableStyle style_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_TABLE_H_
