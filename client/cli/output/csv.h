#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"

namespace cpsizer::cli {

// A value of a CSV file, without quotes, and without the blanks around the value.
struct CsvField {
  std::string text;
  objects::Position position;
};

// Calls `record` for each line, until `record` returns false. Skips blank lines and lines that begin with `#`. Values
// are separated by commas. A value in double quotes may contain commas, but no line breaks; two double quotes in this
// value mean one double quote. If a line has a misplaced quote, adds a problem and skips the line.
void ReadCsv(absl::string_view text, objects::ProblemList& problems,
             absl::FunctionRef<bool(const std::vector<CsvField>&)> record);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_
