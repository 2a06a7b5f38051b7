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
  int columns = 1;  // the number of columns that it covers; the cells after it in these columns are empty
};

struct TableStyle {
  int gap = 3;            // spaces between columns
  bool one_line = false;  // a row is one line, whose end is cut on a narrow terminal
  int kept = 0;           // leading columns of such a row that are kept; the first two of them are shortened instead
  bool header = true;
  std::vector<int> min_widths = {};  // of the columns; those of a table above that this one continues
};

// Rows of text in aligned columns. On a terminal that is too narrow for all columns, a row continues on the next line,
// indented, and the last column is wrapped; a cell wider than the terminal ends with an ellipsis. A row of one line
// ends with an ellipsis instead.
class Table {
 public:
  explicit Table(std::vector<std::string> header, TableStyle style = {})
      : header_(std::move(header)), style_(std::move(style)) {}

  // Requires as many cells as the header.
  void AddRow(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

  // Prints header and rows, indented by `indent` columns.
  void Print(Screen& screen, int indent = 0) const;

  // The widths of the columns.
  std::vector<int> Widths() const;

 private:
  std::vector<std::string> header_;
  TableStyle style_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_TABLE_H_
