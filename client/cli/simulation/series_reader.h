#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/csv.h"
#include "client/objects/problem_list.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {

enum class TimeForm : uint8_t { kClock, kSeconds, kDuration };

struct SeriesTime {
  absl::Time time;
  TimeForm form = TimeForm::kClock;
};

// Reads a time of RFC 3339, or the time since the start of a series. The time since the start is a number of seconds
// (`90`, `0.5`) or a Go duration (`1m30s`); the series then begins in the year 2000.
absl::optional<SeriesTime> ParseSeriesTime(absl::string_view text);

// Returns a time as text in its original form: a clock time in UTC, seconds, or a duration.
std::string FormatSeriesTime(const SeriesTime& time);

// A value of a series: an amount or a percentage.
struct SeriesValue {
  std::string text;      // the text in the file; empty if nothing was measured
  bool percent = false;  // the value is a percentage of the requests of pods, or of the capacity of nodes
  Nanos nanos = 0;       // the amount or the percentage, in nano-units
};

// The values that a column accepts.
struct SeriesValueRules {
  std::string header;  // the header of the column
  // The end of an error message, which says what to write: for example, `write an amount such as 120m, or 60% of the
  // request`.
  std::string remedy;
  // The reason why percentages have no meaning in this column, with a remedy. If empty, percentages from 0 to
  // `max_percent` are accepted.
  std::string no_percent;
  int64_t max_percent = 0;
};

// Returns the text of a field in quotes. A text that is too long is truncated. The result is safe to print.
std::string QuotedField(const CsvField& field);

// Reads the text of a field that is not empty. Adds a problem if the text is negative, or not a value that `rules`
// accept.
void ReadSeriesValue(const CsvField& field, const SeriesValueRules& rules, objects::ProblemList& problems,
                     SeriesValue& value);

// The maximum number of rows in one series.
inline constexpr size_t kMaxSeriesRows = 10'000;

// The time of a row of a series, and its place in the file.
struct SeriesPoint {
  absl::Time time;
  std::string time_text;
  TimeForm form = TimeForm::kClock;
  int line = 0;
};

// The values of `columns` over time. A Row is a SeriesPoint with one value for each column.
template <typename Column, typename Row>
struct SeriesOf {
  std::string file;
  std::vector<Column> columns;
  std::vector<Row> rows;
};

// The interface for one kind of series. It defines the columns other than `time`, and stores the rows.
class SeriesColumns {
 public:
  virtual ~SeriesColumns() = default;

  // Returns an example of the first line of the file, for messages. The line is safe to print.
  virtual std::string Example() const = 0;
  // Adds the column of a header other than `time`. Called once for each header.
  virtual void AddColumn(const CsvField& header) = 0;
  // Adds a problem if a column is missing. `first` is the first header of the file, and its place is the place of the
  // problem.
  virtual void CheckColumns(const CsvField& first) = 0;
  // Appends a row. Returns the time and the line of the new row, and the caller sets both. The reference is valid until
  // the next call.
  virtual SeriesPoint& AddRow() = 0;
  // Adds a value of the last row. `column` is the index of the AddColumn() call of this column.
  virtual void AddValue(size_t column, const CsvField& field) = 0;
};

// Reads the bytes of a CSV file. The first line of the file names the columns: `time` and the columns of `columns`. If
// this function adds problems, the rows must not be used. If not, there are 1 to kMaxSeriesRows rows, ordered by time.
void ReadSeriesRows(absl::string_view bytes, SeriesColumns& columns, objects::ProblemList& problems);

// Calls `parse` with `text`, or else with the bytes of a file, or of standard input if `path` is `-`. Prints the
// problems, each with its place, and returns false if there are any.
bool ReadSeriesFile(const std::string& path, const absl::optional<std::string>& text,
                    absl::FunctionRef<void(absl::string_view, objects::ProblemList&)> parse, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SERIES_READER_H_
