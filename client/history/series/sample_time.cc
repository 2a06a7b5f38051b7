#include "client/history/series/sample_time.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <system_error>

#include "absl/time/time.h"
#include "client/history/series/limits.h"

namespace cpsizer::history {
namespace {

constexpr int64_t kNoTime = -1;

// Returns the number of two digits at `text` if it is below `end`, else a number so low that no sum with it is
// positive.
int64_t TwoDigits(const char* text, int end) {
  const int tens = text[0] - '0';
  const int ones = text[1] - '0';
  const bool digits = tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9;
  return digits && tens * 10 + ones < end ? tens * 10 + ones : INT32_MIN;
}

// Returns the milliseconds since midnight of a time such as 2026-03-01T12:00:00Z, or kNoTime for another form.
int64_t TimeOfDay(absl::string_view text) {
  const char* const c = text.data();
  if (text.size() != 20 || c[10] != 'T' || c[13] != ':' || c[16] != ':' || c[19] != 'Z') return kNoTime;
  const int64_t seconds = (TwoDigits(c + 11, 24) * 60 + TwoDigits(c + 14, 60)) * 60 + TwoDigits(c + 17, 60);
  return seconds < 0 ? kNoTime : seconds * 1'000;
}

// Returns kNoTime if `text` is not a number of seconds.
int64_t UnixTime(absl::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, seconds);
  if (result.ec != std::errc() || result.ptr != end || !(seconds >= 0 && seconds < kEndOfTimes / 1e3)) return kNoTime;
  return std::llround(seconds * 1e3);
}

int64_t ClockTime(absl::string_view text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return kNoTime;
  constexpr absl::Duration kHalf = absl::Microseconds(500);
  return absl::ToUnixMillis(time + kHalf);
}

}  // namespace

std::string ShowTime(int64_t milliseconds) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E*SZ", absl::FromUnixMillis(milliseconds), absl::UTCTimeZone());
}

bool TimeReader::Read(absl::string_view text, int64_t& milliseconds) {
  const int64_t time_of_day = TimeOfDay(text);
  if (time_of_day != kNoTime && std::memcmp(text.data(), day_.data(), kDayBytes) == 0) {
    milliseconds = day_begin_ + time_of_day;
    return true;
  }
  // Abseil also reads words such as infinite-past, and years with a sign.
  if (text.empty() || text.front() < '0' || text.front() > '9') return false;
  milliseconds = time_of_day == kNoTime ? UnixTime(text) : kNoTime;
  if (milliseconds == kNoTime) milliseconds = ClockTime(text);
  if (milliseconds < 0 || milliseconds >= kEndOfTimes) return false;
  if (time_of_day != kNoTime) {
    std::memcpy(day_.data(), text.data(), kDayBytes);
    day_begin_ = milliseconds - time_of_day;
  }
  return true;
}

}  // namespace cpsizer::history
