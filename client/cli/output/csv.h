#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"

namespace cpsizer::cli {

// A value of a CSV file, without surrounding blanks and quotes.
struct CsvField {
  std::string text;
  objects::Position position;
};

// Calls `record` for each line that is not blank and does not begin with `#`, until it returns false. Values are
// separated by commas; a value in double quotes may contain commas, and `""` for a quote, but no line break. A line
// with a misplaced quote is a problem and is skipped.
void ReadCsv(absl::string_view text, objects::ProblemList& problems,
             absl::FunctionRef<bool(const std::vector<CsvField>&)> record);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CSV_H_
