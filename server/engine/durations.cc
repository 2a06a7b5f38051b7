#include "server/engine/durations.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

namespace cpsizer {
namespace {

struct Unit {
  absl::string_view name;
  double nanoseconds;
};
// A longer name before the one it begins with, and usual ones first. The micro sign has two code points.
constexpr Unit kUnits[] = {{"ms", 1e6}, {"m", 6e10}, {"s", 1e9},       {"h", 3.6e12},
                           {"ns", 1},   {"us", 1e3}, {"\u00b5s", 1e3}, {"\u03bcs", 1e3}};
constexpr double kMaxNanoseconds = 9223372036854775807.0;

// Takes digits off the front of `text` and adds them to `value`; each is worth a tenth of the last where `fraction`.
size_t TakeDigits(absl::string_view& text, bool fraction, double& value) {
  size_t n = 0;
  double weight = 1;
  for (; n < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[n])); ++n) {
    const double digit = text[n] - '0';
    value = fraction ? value + digit * (weight /= 10) : value * 10 + digit;
  }
  text.remove_prefix(n);
  return n;
}

double TakeUnit(absl::string_view& text) {
  for (const Unit& unit : kUnits) {
    if (absl::ConsumePrefix(&text, unit.name)) return unit.nanoseconds;
  }
  return 0;
}

}  // namespace

bool IsOperatorDuration(absl::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    double ignored = 0;
    if (TakeDigits(text, /*fraction=*/false, ignored) == 0) return false;
    if (absl::ConsumePrefix(&text, ".") && TakeDigits(text, /*fraction=*/true, ignored) == 0) return false;
    if (!absl::ConsumePrefix(&text, "s") && !absl::ConsumePrefix(&text, "m") && !absl::ConsumePrefix(&text, "h")) {
      return false;
    }
  }
  return true;
}

bool IsGoDuration(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "-")) absl::ConsumePrefix(&text, "+");
  if (text == "0") return true;
  if (text.empty()) return false;
  double total = 0;
  while (!text.empty()) {
    double value = 0;
    size_t digits = TakeDigits(text, /*fraction=*/false, value);
    if (absl::ConsumePrefix(&text, ".")) digits += TakeDigits(text, /*fraction=*/true, value);
    const double unit = TakeUnit(text);
    if (digits == 0 || unit == 0) return false;
    total += value * unit;
    if (total >= kMaxNanoseconds) return false;
  }
  return true;
}

}  // namespace cpsizer
