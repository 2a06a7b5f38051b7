#include "cpsizer/float_text.h"

#include <cmath>
#include <limits>
#include <string>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace cpsizer {
namespace {

// Returns whether each underscore of a number is between two digits, or between the prefix `0x` and a digit, as Go
// requires.
bool HasValidUnderscores(absl::string_view text, bool is_hexadecimal) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    const auto is_digit = [&](char c) {
      return is_hexadecimal ? absl::ascii_isxdigit(static_cast<unsigned char>(c))
                            : absl::ascii_isdigit(static_cast<unsigned char>(c));
    };
    const bool is_after_prefix = is_hexadecimal && i == 2;
    if (i + 1 == text.size() || !is_digit(text[i + 1])) return false;
    if (i == 0 || (!is_after_prefix && !is_digit(text[i - 1]))) return false;
  }
  return true;
}

// Reads a number that has no sign and is not infinite.
absl::optional<double> ParseFinite(absl::string_view text) {
  if (text.empty() || !(absl::ascii_isdigit(static_cast<unsigned char>(text.front())) || text.front() == '.')) {
    return absl::nullopt;
  }
  const bool is_hexadecimal = absl::StartsWithIgnoreCase(text, "0x");
  if (is_hexadecimal && text.find_first_of("pP") == absl::string_view::npos) return absl::nullopt;
  if (!HasValidUnderscores(text, is_hexadecimal)) return absl::nullopt;
  const std::string digits = absl::StrReplaceAll(text, {{"_", ""}});
  double number = 0;
  const auto read = absl::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ptr != digits.data() + digits.size()) return absl::nullopt;
  // A number that is too small for a double is read as the nearest double.
  const bool is_read = read.ec == std::errc() || (read.ec == std::errc::result_out_of_range && number < 1);
  return is_read ? absl::optional<double>(number) : absl::nullopt;
}

}  // namespace

absl::optional<double> ParseGoFloat(absl::string_view text) {
  if (absl::EqualsIgnoreCase(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  const bool is_negative = absl::ConsumePrefix(&text, "-");
  if (!is_negative) absl::ConsumePrefix(&text, "+");
  const bool is_infinite = absl::EqualsIgnoreCase(text, "inf") || absl::EqualsIgnoreCase(text, "infinity");
  const absl::optional<double> number = is_infinite ? std::numeric_limits<double>::infinity() : ParseFinite(text);
  if (!number.has_value()) return absl::nullopt;
  return is_negative ? -*number : *number;
}

}  // namespace cpsizer
