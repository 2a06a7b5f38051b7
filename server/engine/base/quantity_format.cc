#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {
namespace {

constexpr int64_t kKibi = 1'024;

// A magnitude, split into whole units, which fit into 64 bits, and the remaining nano-units.
struct Magnitude {
  explicit Magnitude(Nanos amount) {
    const UnitsAndNanos split = SplitNanos(amount < 0 ? -amount : amount);
    units = static_cast<uint64_t>(split.units);
    nanos = split.nanos;
  }
  uint64_t units;
  uint32_t nanos;
};

// Builds a text from its end, in a fixed buffer. The longest text has 20 digits, 9 decimals, a sign, a point and a
// suffix.
class Text {
 public:
  void Put(char c) { *--begin_ = c; }
  void PutNumber(uint64_t number) {
    for (; number >= 100; number /= 100) PutPair(static_cast<size_t>(number % 100));
    if (number >= 10) return PutPair(static_cast<size_t>(number));
    Put(static_cast<char>('0' + number));
  }
  // Writes `number` with exactly `width` digits.
  void PutPadded(uint32_t number, int width) {
    for (; width > 0; --width) {
      Put(static_cast<char>('0' + number % 10));
      number /= 10;
    }
  }
  absl::string_view view() const { return {begin_, static_cast<size_t>(std::end(buffer_) - begin_)}; }
  void AppendTo(std::string& text) const { text.append(begin_, view().size()); }

 private:
  // Writes the two digits of a number below 100.
  void PutPair(size_t number) {
    static constexpr std::array<char, 200> kPairs = [] {
      std::array<char, 200> pairs{};
      for (size_t i = 0; i < pairs.size(); ++i) {
        pairs[i] = static_cast<char>('0' + (i % 2 == 0 ? i / 20 : i / 2 % 10));
      }
      return pairs;
    }();
    begin_ -= 2;
    std::memcpy(begin_, &kPairs[2 * number], 2);
  }

  char buffer_[kMaxCanonicalBytes];
  char* begin_ = std::end(buffer_);
};

constexpr absl::string_view kBinaryPrefixes = "KMGTPE";

void PutBinaryPrefix(size_t power, Text& text) {
  if (power == 0) return;
  text.Put('i');
  text.Put(kBinaryPrefixes[power - 1]);
}

void PutDecimalSuffix(int exponent, QuantityFormat format, Text& text) {
  if (exponent == 0) return;
  if (format == QuantityFormat::kDecimalExponent) {
    text.PutNumber(static_cast<uint64_t>(exponent < 0 ? -exponent : exponent));
    if (exponent < 0) text.Put('-');
    text.Put('e');
    return;
  }
  constexpr absl::string_view kSuffixes = "num kMGTPE";
  text.Put(kSuffixes[static_cast<size_t>(exponent / 3 + 3)]);
}

// Writes the number with the largest exponent that is a multiple of three and keeps the mantissa whole. Requires a
// magnitude above zero.
void PutDecimal(Magnitude magnitude, QuantityFormat format, Text& text) {
  int exponent = 0;
  if (magnitude.nanos == 0) {
    for (; magnitude.units % 1'000 == 0; magnitude.units /= 1'000) exponent += 3;
    PutDecimalSuffix(exponent, format, text);
    text.PutNumber(magnitude.units);
    return;
  }
  for (exponent = -9; magnitude.nanos % 1'000 == 0; magnitude.nanos /= 1'000) exponent += 3;
  PutDecimalSuffix(exponent, format, text);
  if (magnitude.units == 0) {
    text.PutNumber(magnitude.nanos);
  } else {
    text.PutPadded(magnitude.nanos, -exponent);
    text.PutNumber(magnitude.units);
  }
}

// Writes the number with the largest binary prefix that keeps the number whole. Requires units above zero.
void PutBinary(uint64_t units, Text& text) {
  const size_t power = std::min(kBinaryPrefixes.size(), static_cast<size_t>(std::countr_zero(units)) / 10);
  PutBinaryPrefix(power, text);
  text.PutNumber(units >> (10 * power));
}

// Writes the point and the `digits` digits of `decimals`. Trailing zeros are removed, but at least `least` digits
// remain. Writes nothing if no digit remains.
void PutDecimals(uint32_t decimals, int digits, int least, Text& text) {
  for (; digits > least && decimals % 10 == 0; --digits) decimals /= 10;
  if (digits == 0) return;
  text.PutPadded(decimals, digits);
  text.Put('.');
}

// Writes a number with up to three decimals.
void PutThousandths(uint64_t whole, uint32_t thousandths, Text& text) {
  PutDecimals(thousandths, 3, 0, text);
  text.PutNumber(whole);
}

void PutCanonical(const Quantity& quantity, Text& digits) {
  const Magnitude magnitude(quantity.nanos);
  const bool binary = quantity.format == QuantityFormat::kBinarySI;
  if (quantity.nanos == 0) {
    digits.Put('0');
  } else if (binary && magnitude.nanos == 0 && magnitude.units >= kKibi) {
    PutBinary(magnitude.units, digits);
  } else {
    PutDecimal(magnitude, binary ? QuantityFormat::kDecimalSI : quantity.format, digits);
  }
  if (quantity.nanos < 0) digits.Put('-');
}

// Appends all digits, with at least `least` decimals.
void AppendPlain(const Quantity& quantity, int least, std::string& text) {
  const Magnitude magnitude(quantity.nanos);
  Text digits;
  PutDecimals(magnitude.nanos, 9, least, digits);
  digits.PutNumber(magnitude.units);
  if (quantity.nanos < 0) digits.Put('-');
  digits.AppendTo(text);
}

}  // namespace

void SetCanonicalText(const Quantity& quantity, std::string& text) {
  Text digits;
  PutCanonical(quantity, digits);
  text.assign(digits.view().data(), digits.view().size());
}

char* WriteCanonicalText(const Quantity& quantity, char* out) {
  Text digits;
  PutCanonical(quantity, digits);
  return std::copy(digits.view().begin(), digits.view().end(), out);
}

std::string CanonicalText(const Quantity& quantity) {
  std::string text;
  SetCanonicalText(quantity, text);
  return text;
}

void AppendHumanMemory(const Quantity& bytes, std::string& text) {
  if (bytes.nanos < 0) {
    text.push_back('-');
    return AppendHumanMemory({-bytes.nanos, bytes.format}, text);
  }
  const Magnitude magnitude(bytes.nanos);
  size_t power = 0;
  while (power < kBinaryPrefixes.size() && magnitude.units >> (10 * (power + 1)) != 0) ++power;
  // Fractions below a thousandth of a byte cannot change a digit.
  const Nanos thousandths = (static_cast<Nanos>(magnitude.units) * 1'000 + magnitude.nanos / 1'000'000) >> (10 * power);
  const uint64_t whole = magnitude.units >> (10 * power);
  if (thousandths == 0) {
    text.append(CanonicalText(bytes));
    return;
  }
  Text digits;
  PutBinaryPrefix(power, digits);
  PutThousandths(whole, static_cast<uint32_t>(thousandths) % 1'000, digits);
  digits.AppendTo(text);
}

void AppendHumanCpu(const Quantity& cores, std::string& text) {
  if (cores.nanos < 0) {
    text.push_back('-');
    return AppendHumanCpu({-cores.nanos, cores.format}, text);
  }
  const Magnitude magnitude(cores.nanos);
  if (magnitude.units == 0 && magnitude.nanos < 1'000) {
    text.append(CanonicalText(cores));
    return;
  }
  Text digits;
  if (magnitude.units == 0) {
    digits.Put('m');
    PutThousandths(magnitude.nanos / 1'000'000, magnitude.nanos / 1'000 % 1'000, digits);
  } else {
    PutThousandths(magnitude.units, magnitude.nanos / 1'000'000, digits);
  }
  digits.AppendTo(text);
}

void AppendHumanFraction(const Quantity& fraction, std::string& text) {
  AppendPlain(fraction, 2, text);
}

std::string HumanMemory(const Quantity& bytes) {
  std::string text;
  AppendHumanMemory(bytes, text);
  return text;
}

std::string HumanCpu(const Quantity& cores) {
  std::string text;
  AppendHumanCpu(cores, text);
  return text;
}

std::string HumanFraction(const Quantity& fraction) {
  std::string text;
  AppendHumanFraction(fraction, text);
  return text;
}

std::string PlainText(const Quantity& quantity) {
  std::string text;
  AppendPlain(quantity, 0, text);
  return text;
}

}  // namespace cpsizer
