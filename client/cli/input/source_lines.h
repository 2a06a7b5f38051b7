#ifndef CPSIZER_CLIENT_CLI_INPUT_SOURCE_LINES_H_
#define CPSIZER_CLIENT_CLI_INPUT_SOURCE_LINES_H_

#include <string>
#include <vector>

#include "client/cli/base/screen.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The lines of a file, for showing the places of findings.
class SourceLines {
 public:
  // Reads `file`. There are no lines if the file cannot be read a second time. Standard input can never be read a
  // second time.
  explicit SourceLines(const std::string& file);

  // Prints the line at `position` with a caret below the column. A long line is truncated around the column. Prints
  // nothing if `position` is not in the file.
  void PrintCaret(const objects::Position& position, Screen& out) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_SOURCE_LINES_H_
