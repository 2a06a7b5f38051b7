#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
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

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_
