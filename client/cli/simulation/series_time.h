#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SERIES_TIME_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SERIES_TIME_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

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

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SERIES_TIME_H_
