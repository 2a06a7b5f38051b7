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
};

// Rows of text in aligned columns, three spaces apart. On a terminal that is too narrow for all columns, a row
// continues on the next line, indented, and the last column is wrapped; a cell wider than the terminal ends with an
// ellipsis.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}

  // Requires as many cells as the header has.
  void AddRow(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

  // Prints header and rows, indented by `indent` columns.
  void Print(Screen& screen, int indent = 0) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_TABLE_H_
