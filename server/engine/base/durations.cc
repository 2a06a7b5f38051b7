#include "server/engine/base/durations.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr uint64_t kMost = uint64_t{1} << 63;
constexpr uint64_t kTooMuch = kMost + 1;
// The digits of a fraction are read as one number. The next digit is read only if this number is at most kMostPart.
constexpr uint64_t kMostPart = (kMost - 1) / 10;

struct Unit {
  absl::string_view name;
  uint64_t nanoseconds;
};
// A unit must come before a unit that is a prefix of its name: `ms` before `m`. Common units come first. Unicode has
// two code points for the micro sign.
constexpr Unit kUnits[] = {{"ms", 1'000'000}, {"m", 60'000'000'000}, {"s", 1'000'000'000}, {"h", 3'600'000'000'000},
                           {"ns", 1},         {"us", 1'000},         {"\u00b5s", 1'000},   {"\u03bcs", 1'000}};

// Removes `c` from the front of `text`. Returns false if `text` begins with another character.
bool Take(char c, absl::string_view& text) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Removes a unit from the front of `text` and returns it in nanoseconds; returns 0 if there is no unit.
uint64_t TakeUnit(absl::string_view& text) {
  for (const Unit& unit : kUnits) {
    if (!absl::StartsWith(text, unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return unit.nanoseconds;
  }
  return 0;
}

// Returns `whole`.`fraction` times `unit`, or a value above kMost if the result is too large. As in Go, the fraction is
// computed in floating point, and the digits that do not fit are ignored.
uint64_t Nanoseconds(absl::string_view whole, absl::string_view fraction, uint64_t unit) {
  uint64_t value = 0;
  for (const char c : whole) {
    if (value > kMost / 10) return kTooMuch;
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  if (value > kMost / unit) return kTooMuch;
  value *= unit;
  if (fraction.empty()) return value;
  uint64_t part = 0;
  double scale = 1;
  for (const char c : fraction) {
    if (part > kMostPart) break;
    part = part * 10 + static_cast<uint64_t>(c - '0');
    scale *= 10;
  }
  return value + static_cast<uint64_t>(static_cast<double>(part) * (static_cast<double>(unit) / scale));
}

}  // namespace

bool IsOperatorDuration(absl::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    if (TakeDigits(text).empty()) return false;
    if (Take('.', text) && TakeDigits(text).empty()) return false;
    if (!Take('s', text) && !Take('m', text) && !Take('h', text)) return false;
  }
  return true;
}

bool IsGoDuration(absl::string_view text) {
  return ParseGoDuration(text).has_value();
}

absl::optional<int64_t> ParseGoDuration(absl::string_view text) {
  const bool negative = Take('-', text);
  if (!negative) Take('+', text);
  if (text == "0") return 0;
  if (text.empty()) return absl::nullopt;
  uint64_t total = 0;
  while (!text.empty()) {
    const absl::string_view whole = TakeDigits(text);
    const absl::string_view fraction = Take('.', text) ? TakeDigits(text) : absl::string_view();
    const uint64_t unit = TakeUnit(text);
    if ((whole.empty() && fraction.empty()) || unit == 0) return absl::nullopt;
    const uint64_t nanoseconds = Nanoseconds(whole, fraction, unit);
    if (nanoseconds > kMost || total > kMost - nanoseconds) return absl::nullopt;
    total += nanoseconds;
  }
  // As in two's complement, only a negative duration can have the magnitude 2^63.
  if (!negative && total == kMost) return absl::nullopt;
  return static_cast<int64_t>(negative ? -total : total);
}

std::string FormatGoDuration(int64_t nanoseconds) {
  constexpr int64_t kSecond = 1'000'000'000;
  constexpr int64_t kMinute = 60 * kSecond;
  constexpr int64_t kHour = 60 * kMinute;
  std::string text;
  if (nanoseconds >= kHour) absl::StrAppend(&text, nanoseconds / kHour, "h");
  if (nanoseconds % kHour >= kMinute) absl::StrAppend(&text, nanoseconds % kHour / kMinute, "m");
  const int64_t rest = nanoseconds % kMinute;
  if (rest == 0 && !text.empty()) return text;
  absl::StrAppend(&text, rest / kSecond);
  if (rest % kSecond != 0) {
    std::string fraction = absl::StrFormat(".%09d", rest % kSecond);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += fraction;
  }
  return text + "s";
}

}  // namespace cpsizer
