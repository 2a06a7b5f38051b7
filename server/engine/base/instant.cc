#include "server/engine/base/instant.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace cpsizer {
namespace {

constexpr int kSecondsInDay = 86'400;
constexpr size_t kNanoDigits = 9;

// Reads exactly `digits` digits from the front of `text`. Returns -1 if one of the characters is not a digit. `text`
// must have as many characters.
template <int digits>
int ReadNumber(const char* text) {
  int value = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = text[i] - '0';
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

constexpr bool IsLeap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

constexpr int DaysIn(int month, int year) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && IsLeap(year) ? 1 : 0);
}

// In this calculation a year begins in March, so that the leap day is the last day of the year.
constexpr int kYearsInEra = 400;
constexpr int kLastYearOfEra = kYearsInEra - 1;
constexpr int kDaysInEra = 146'097;
constexpr int kLastDayOfEra = kDaysInEra - 1;
constexpr int kDaysTo1970 = 719'468;

// Returns the days since 1970. Source of this function and of its reverse: Howard Hinnant, "chrono-compatible low-level
// date algorithms".
int64_t DaysSince1970(int year, int month, int day) {
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - kLastYearOfEra) / kYearsInEra;
  const int64_t year_of_era = y - era * kYearsInEra;
  const int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * kDaysInEra + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - kDaysTo1970;
}

struct Day {
  int64_t year;
  int64_t month;
  int64_t day;
};

Day DayOf(int64_t days_since_1970) {
  const int64_t days = days_since_1970 + kDaysTo1970;
  const int64_t era = (days >= 0 ? days : days - kLastDayOfEra) / kDaysInEra;
  const int64_t day_of_era = days - era * kDaysInEra;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const int64_t year = year_of_era + era * kYearsInEra + (month <= 2 ? 1 : 0);
  return {year, month, day};
}

// Reads a date and a time. Returns seconds since 1970, without the offset of the time zone.
absl::optional<int64_t> TakeSeconds(absl::string_view& text) {
  constexpr absl::string_view kForm = "YYYY-MM-DDThh:mm:ss";
  if (text.size() < kForm.size()) return absl::nullopt;
  for (const size_t i : {4, 7, 10, 13, 16}) {
    if (text[i] != kForm[i]) return absl::nullopt;
  }
  const char* const first = text.data();
  const int year = ReadNumber<4>(first);
  const int month = ReadNumber<2>(first + 5);
  const int day = ReadNumber<2>(first + 8);
  const int hour = ReadNumber<2>(first + 11);
  const int minute = ReadNumber<2>(first + 14);
  const int second = ReadNumber<2>(first + 17);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > DaysIn(month, year)) return absl::nullopt;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return absl::nullopt;
  text.remove_prefix(kForm.size());
  return DaysSince1970(year, month, day) * kSecondsInDay + hour * 3600 + minute * 60 + second;
}

// Reads the fraction of a second, in nanoseconds; returns -1 for a point without digits.
int64_t TakeFraction(absl::string_view& text) {
  if (text.empty() || text.front() != '.') return 0;
  int64_t nanos = 0;
  size_t digits = 0;
  for (; digits + 1 < text.size(); ++digits) {
    const int digit = ReadNumber<1>(&text[digits + 1]);
    if (digit < 0) break;
    if (digits < kNanoDigits) nanos = nanos * 10 + digit;
  }
  if (digits == 0) return -1;
  text.remove_prefix(digits + 1);
  for (; digits < kNanoDigits; ++digits) nanos *= 10;
  return nanos;
}

// Reads the offset of the time zone, in seconds east of UTC. `text` must have nothing else.
absl::optional<int64_t> ReadZone(absl::string_view text) {
  if (text == "Z") return 0;
  constexpr absl::string_view kForm = "+hh:mm";
  if (text.size() != kForm.size() || (text[0] != '+' && text[0] != '-') || text[3] != ':') return absl::nullopt;
  const int hours = ReadNumber<2>(&text[1]);
  const int minutes = ReadNumber<2>(&text[4]);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return absl::nullopt;
  const int64_t seconds = hours * 3600 + minutes * 60;
  return text[0] == '-' ? -seconds : seconds;
}

struct SecondsAndNanos {
  int64_t seconds;
  int64_t nanos;
};

SecondsAndNanos Split(Instant instant) {
  auto seconds = static_cast<int64_t>(instant / kSecond);
  auto nanos = static_cast<int64_t>(instant % kSecond);
  if (nanos < 0) {
    --seconds;
    nanos += static_cast<int64_t>(kSecond);
  }
  return {seconds, nanos};
}

// Returns a text such as "2026-01-02T03:04:05". A response can have hundreds of times, and a function for any format
// would take most of the time of a text.
std::string FormatToTheSecond(int64_t seconds) {
  const int64_t second_of_day = (seconds % kSecondsInDay + kSecondsInDay) % kSecondsInDay;
  const Day day = DayOf((seconds - second_of_day) / kSecondsInDay);
  std::string text = absl::StrCat(absl::Dec(day.year, absl::kZeroPad4), "-MM-DDThh:mm:ss");
  // Writes two digits to a place that is counted from the end.
  const auto put = [&text](size_t place, int64_t value) {
    text[text.size() - place] = static_cast<char>('0' + value / 10);
    text[text.size() - place + 1] = static_cast<char>('0' + value % 10);
  };
  put(14, day.month);
  put(11, day.day);
  put(8, second_of_day / 3600);
  put(5, second_of_day / 60 % 60);
  put(2, second_of_day % 60);
  return text;
}

}  // namespace

absl::optional<Instant> ParseInstant(absl::string_view text) {
  const absl::optional<int64_t> seconds = TakeSeconds(text);
  if (!seconds.has_value()) return absl::nullopt;
  const int64_t nanos = TakeFraction(text);
  if (nanos < 0) return absl::nullopt;
  const absl::optional<int64_t> ahead = ReadZone(text);
  if (!ahead.has_value()) return absl::nullopt;
  return Instant{*seconds - *ahead} * kSecond + nanos;
}

std::string FormatInstant(Instant instant) {
  const SecondsAndNanos time = Split(instant);
  std::string text = FormatToTheSecond(time.seconds);
  if (time.nanos != 0) {
    std::string fraction = absl::StrCat(absl::Dec(time.nanos, absl::kZeroPad9));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += "." + fraction;
  }
  text += 'Z';
  return text;
}

std::string FormatSeconds(Instant instant) {
  return FormatToTheSecond(Split(instant).seconds) + "Z";
}

}  // namespace cpsizer
