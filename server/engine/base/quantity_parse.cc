#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/quantity_parts.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr int kMaxExponent = 4'096;
// 2^63-1 has 19 digits. An integer part with more digits is out of range.
constexpr int kMaxIntegerDigits = 19;

constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Removes a sign from the front of `text`.
bool TakeSign(absl::string_view& text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return false;
  const bool negative = text[0] == '-';
  text.remove_prefix(1);
  return negative;
}

QuantityError ParseExponent(absl::string_view text, QuantityScale& scale) {
  const bool negative = TakeSign(text);
  const absl::string_view digits = TakeDigits(text);
  if (digits.empty() || !text.empty()) return QuantityError::kExponent;
  int exponent = 0;
  for (const char c : digits) {
    exponent = exponent * 10 + (c - '0');
    if (exponent > kMaxExponent) return QuantityError::kExponent;
  }
  scale = {0, negative ? -exponent : exponent, QuantityFormat::kDecimalExponent};
  return QuantityError::kNone;
}

QuantityError ParseSuffix(absl::string_view text, QuantityScale& scale) {
  if (text.empty()) return QuantityError::kNone;
  if ((text[0] == 'e' || text[0] == 'E') && text.size() > 1 && text[1] != 'i') {
    return ParseExponent(text.substr(1), scale);
  }
  if (text == "e") return QuantityError::kExponent;
  constexpr absl::string_view kPrefixes = "KMGTPE";
  if (text.size() == 2 && text[1] == 'i') {
    const size_t power = kPrefixes.find(text[0]);
    if (power == absl::string_view::npos) return QuantityError::kSuffix;
    scale = {10 * (static_cast<int>(power) + 1), 0, QuantityFormat::kBinarySI};
    return QuantityError::kNone;
  }
  if (text.size() != 1) return QuantityError::kSuffix;
  constexpr absl::string_view kDecimals = "num kMGTPE";
  const size_t power = kDecimals.find(text[0]);
  if (power == absl::string_view::npos || text[0] == ' ') return QuantityError::kSuffix;
  scale = {0, 3 * (static_cast<int>(power) - 3), QuantityFormat::kDecimalSI};
  return QuantityError::kNone;
}

// The digits of a number, with infinitely many zeros on both sides. The decimal point is `point_` places right of the
// first digit.
class DecimalDigits {
 public:
  DecimalDigits(absl::string_view integer, absl::string_view fraction, int exponent)
      : integer_(integer), fraction_(fraction), point_(static_cast<int>(integer.size()) + exponent) {
    while (first_ < size() && At(first_) == 0) ++first_;
  }

  bool IsZero() const { return first_ == size(); }
  // Returns the number of digits before the point, without leading zeros.
  int IntegerDigits() const { return point_ - first_; }
  // Returns the integer part. Requires IntegerDigits() <= kMaxIntegerDigits.
  uint64_t Integer() const {
    uint64_t value = 0;
    for (int i = first_; i < point_; ++i) value = value * 10 + Digit(i);
    return value;
  }
  // Returns the fraction part times `unit`, rounded up. Uses Horner's scheme from the last digit; if a step has a
  // remainder, the result is inexact.
  Nanos CeilFractionOf(Nanos unit) const {
    Nanos value = 0;
    bool inexact = false;
    for (int i = size() - 1; i >= point_ && i >= first_; --i) {
      value += Digit(i) * unit;
      inexact |= value % 10 != 0;
      value /= 10;
    }
    // This loop handles the zeros between the point and the first digit. After 28 zeros the value is zero for any unit.
    for (int i = 0; i < first_ - point_ && value != 0; ++i) {
      inexact |= value % 10 != 0;
      value /= 10;
    }
    return value + (inexact ? 1 : 0);
  }

 private:
  int size() const { return static_cast<int>(integer_.size() + fraction_.size()); }
  int At(int i) const {
    const auto n = static_cast<size_t>(i);
    return (n < integer_.size() ? integer_[n] : fraction_[n - integer_.size()]) - '0';
  }
  int Digit(int i) const { return i < size() ? At(i) : 0; }

  absl::string_view integer_;
  absl::string_view fraction_;
  int point_;
  int first_ = 0;  // first digit that is not zero
};

// Removes the digits from the front of `text`, appends them to the mantissa, and returns them.
absl::string_view TakeMantissa(absl::string_view& text, uint64_t& mantissa) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* digit = begin;
  for (; digit != end && IsDigit(*digit); ++digit) mantissa = mantissa * 10 + static_cast<uint64_t>(*digit - '0');
  text = absl::string_view(digit, static_cast<size_t>(end - digit));
  return absl::string_view(begin, static_cast<size_t>(digit - begin));
}

constexpr Nanos kTooMuch = kMaxQuantityNanos + 1;

struct PowerOfTen {
  Nanos value;
  Nanos most;  // the largest factor that keeps the product in range
};
constexpr size_t kPowers = 28;
constexpr std::array<PowerOfTen, kPowers> kPowersOfTen = [] {
  std::array<PowerOfTen, kPowers> powers{};
  Nanos value = 1;
  for (PowerOfTen& power : powers) {
    power = {value, kMaxQuantityNanos / value};
    value *= 10;
  }
  return powers;
}();

// Returns the magnitude in nano-units of a number that has few digits and needs no rounding: mantissa x 2^binary x
// 10^power.
Nanos ShortMagnitude(const QuantityParts& parts, int power) {
  const Nanos shifted = static_cast<Nanos>(parts.mantissa) << parts.scale.binary;
  const PowerOfTen& factor = kPowersOfTen[static_cast<size_t>(power)];
  return shifted > factor.most ? kTooMuch : shifted * factor.value;
}

// Returns the magnitude in nano-units of a number with any digits, rounded up.
Nanos LongMagnitude(const QuantityParts& parts) {
  const DecimalDigits digits(parts.integer, parts.fraction, parts.scale.decimal);
  if (digits.IsZero()) return 0;
  if (digits.IntegerDigits() > kMaxIntegerDigits) return kTooMuch;
  const uint64_t whole = digits.Integer();
  if (whole > static_cast<uint64_t>(INT64_MAX) >> parts.scale.binary) return kTooMuch;
  const Nanos unit = static_cast<Nanos>(kNanosPerUnit) << parts.scale.binary;
  return static_cast<Nanos>(whole) * unit + digits.CeilFractionOf(unit);
}

Nanos Magnitude(const QuantityParts& parts) {
  constexpr int kNanoDigits = 9;
  const int power = kNanoDigits + parts.scale.decimal - static_cast<int>(parts.fraction.size());
  const bool is_short = parts.integer.size() + parts.fraction.size() <= kShortDigits;
  return is_short && power >= 0 && power < static_cast<int>(kPowers) ? ShortMagnitude(parts, power)
                                                                     : LongMagnitude(parts);
}

}  // namespace

QuantityError TakeApart(absl::string_view text, QuantityParts& parts) {
  if (text.size() > kMaxQuantityBytes) return QuantityError::kTooLong;
  parts.negative = TakeSign(text);
  parts.integer = TakeMantissa(text, parts.mantissa);
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    parts.fraction = TakeMantissa(text, parts.mantissa);
  }
  const QuantityError error = ParseSuffix(text, parts.scale);
  if (!parts.integer.empty() || !parts.fraction.empty()) return error;
  return error == QuantityError::kNone ? QuantityError::kNoDigits : QuantityError::kFormat;
}

QuantityError ParseQuantity(absl::string_view text, Quantity& quantity) {
  QuantityParts parts;
  const QuantityError error = TakeApart(text, parts);
  if (error != QuantityError::kNone) return error;
  const Nanos magnitude = Magnitude(parts);
  const Nanos capped = std::min(magnitude, kMaxQuantityNanos);
  // As in Kubernetes, an amount between zero and one cannot have the binary format.
  const bool decimal = parts.scale.format == QuantityFormat::kBinarySI && capped != 0 && capped < kNanosPerUnit;
  quantity = {parts.negative ? -capped : capped, decimal ? QuantityFormat::kDecimalSI : parts.scale.format};
  return magnitude > kMaxQuantityNanos ? QuantityError::kOutOfRange : QuantityError::kNone;
}

absl::string_view Describe(QuantityError error) {
  switch (error) {
    case QuantityError::kNone:
      return "is a quantity";
    case QuantityError::kTooLong:
      return "is longer than 64 bytes";
    case QuantityError::kNoDigits:
      return "has no digits";
    case QuantityError::kFormat:
      return "is not a number with an optional suffix";
    case QuantityError::kSuffix:
      return "has an invalid suffix (allowed: n u m k M G T P E, Ki Mi Gi Ti Pi Ei)";
    case QuantityError::kExponent:
      return "needs a whole number from -4096 to 4096 as its exponent";
    case QuantityError::kOutOfRange:
      return "is beyond 9223372036854775807, the largest amount";
  }
  return "is not a quantity";
}

}  // namespace cpsizer
