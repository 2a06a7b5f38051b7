#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_TIME_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_TIME_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::history {

// Returns a time in milliseconds since 1970 in RFC 3339, in UTC, such as 2026-03-01T12:00:00Z.
std::string ShowTime(int64_t milliseconds);

// Reads the times of a history: RFC 3339, such as 2026-03-01T12:00:00Z or 2026-03-01T13:00:00.5+01:00, or Unix seconds,
// such as 1772366400 or 1772366400.25. Not thread-safe.
class TimeReader {
 public:
  // Sets `milliseconds` to the milliseconds since 1970, rounded. Returns false if `text` is not a time from 1970 to
  // 9999.
  bool Read(absl::string_view text, int64_t& milliseconds);

 private:
  static constexpr size_t kDayBytes = 10;  // of 2026-03-01

  // The day that was read last, because most times are on the same day as the time before.
  std::array<char, kDayBytes> day_ = {};
  int64_t day_begin_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_TIME_H_
