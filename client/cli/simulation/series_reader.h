#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/csv.h"
#include "client/cli/simulation/series_time.h"
#include "client/objects/problem_list.h"

namespace cpsizer::cli {

// The largest number of rows in one series.
inline constexpr size_t kMaxSeriesRows = 10'000;

// The time of a row of a series, and its place in the file.
struct SeriesPoint {
  absl::Time time;
  std::string time_text;
  TimeForm form = TimeForm::kClock;
  int line = 0;
};

// The columns of one kind of series other than `time`, and the rows that they are read into.
class SeriesColumns {
 public:
  virtual ~SeriesColumns() = default;

  // The first line of such a file, for messages. Safe to print.
  virtual std::string Example() const = 0;
  // Adds the column of a header other than `time`. Each header comes once.
  virtual void AddColumn(const CsvField& header) = 0;
  // Checks that no column is missing. `first` is the place of problems.
  virtual void CheckColumns(const CsvField& first) = 0;
  // Appends a row and returns the place of its time, which is valid until the next call.
  virtual SeriesPoint& AddRow() = 0;
  // Adds a value of the last row. `column` is the index of its AddColumn.
  virtual void AddValue(size_t column, const CsvField& field) = 0;
};

// Reads the bytes of a CSV file whose first line names the columns: `time` and those of `columns`. If this adds
// problems, the rows must not be used; else there is at least one, at most kMaxSeriesRows, in order of time.
void ReadSeriesRows(absl::string_view bytes, SeriesColumns& columns, objects::ProblemList& problems);

// Calls `parse` with the bytes of a file, or of standard input for `-`. Returns false after printing the problems, each
// with its place.
bool ReadSeriesFile(const std::string& path, absl::FunctionRef<void(absl::string_view, objects::ProblemList&)> parse,
                    Screen& err);

// Returns whether both flags of a simulation were given. If not, prints which one is missing.
bool HasSimulationFiles(const std::vector<std::string>& files, const std::string& series, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_
