#include <charconv>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"

namespace cpsizer {
namespace {

constexpr int64_t kKibi = 1'024;
constexpr int kMaxDecimals = 3;

// A magnitude as whole units and the nano-units that are left. 2^63-1 units fit.
struct Magnitude {
  explicit Magnitude(Nanos nanos)
      : units(static_cast<uint64_t>((nanos < 0 ? -nanos : nanos) / kNanosPerUnit)),
        nanos(static_cast<uint32_t>((nanos < 0 ? -nanos : nanos) - static_cast<Nanos>(units) * kNanosPerUnit)) {}
  uint64_t units;
  uint32_t nanos;
};

// Builds a text without allocation until it is done; the longest has 20 digits, 9 more and a suffix.
class Digits {
 public:
  void Put(char c) { buffer_[size_++] = c; }
  void PutNumber(uint64_t number) {
    size_ = static_cast<size_t>(std::to_chars(buffer_ + size_, buffer_ + sizeof(buffer_), number).ptr - buffer_);
  }
  // `number` in exactly `width` digits.
  void PutPadded(uint32_t number, int width) {
    for (int i = width - 1; i >= 0; --i) {
      buffer_[size_ + static_cast<size_t>(i)] = static_cast<char>('0' + number % 10);
      number /= 10;
    }
    size_ += static_cast<size_t>(width);
  }
  void StripTrailingZeros(int most) {
    for (; most > 0 && buffer_[size_ - 1] == '0'; --most) --size_;
  }
  absl::string_view text() const { return {buffer_, size_}; }

 private:
  char buffer_[64];
  size_t size_ = 0;
};

void PutDecimalSuffix(int exponent, QuantityFormat format, Digits& digits) {
  if (exponent == 0) return;
  if (format == QuantityFormat::kDecimalExponent) {
    digits.Put('e');
    if (exponent < 0) digits.Put('-');
    digits.PutNumber(static_cast<uint64_t>(exponent < 0 ? -exponent : exponent));
    return;
  }
  constexpr absl::string_view kSuffixes = "num kMGTPE";
  digits.Put(kSuffixes[static_cast<size_t>(exponent / 3 + 3)]);
}

// The largest exponent that is a multiple of three and leaves a whole mantissa.
void PutDecimal(Magnitude magnitude, QuantityFormat format, Digits& digits) {
  int exponent = 0;
  if (magnitude.nanos == 0) {
    for (; magnitude.units % 1'000 == 0; magnitude.units /= 1'000) exponent += 3;
    digits.PutNumber(magnitude.units);
  } else {
    for (exponent = -9; magnitude.nanos % 1'000 == 0; magnitude.nanos /= 1'000) exponent += 3;
    if (magnitude.units == 0) {
      digits.PutNumber(magnitude.nanos);
    } else {
      digits.PutNumber(magnitude.units);
      digits.PutPadded(magnitude.nanos, -exponent);
    }
  }
  PutDecimalSuffix(exponent, format, digits);
}

void PutBinary(uint64_t units, Digits& digits) {
  constexpr absl::string_view kPrefixes = "KMGTPE";
  size_t power = 0;
  for (; power < kPrefixes.size() && units % kKibi == 0; ++power) units /= kKibi;
  digits.PutNumber(units);
  if (power > 0) {
    digits.Put(kPrefixes[power - 1]);
    digits.Put('i');
  }
}

// nanos / unit with up to three decimals, floored.
void PutFloored(Nanos nanos, Nanos unit, Digits& digits) {
  digits.PutNumber(static_cast<uint64_t>(nanos / unit));
  const auto thousandths = static_cast<uint32_t>(nanos % unit * 1'000 / unit);
  if (thousandths == 0) return;
  digits.Put('.');
  digits.PutPadded(thousandths, kMaxDecimals);
  digits.StripTrailingZeros(kMaxDecimals - 1);
}

}  // namespace

void SetCanonicalText(const Quantity& quantity, std::string& text) {
  Digits digits;
  if (quantity.nanos < 0) digits.Put('-');
  const Magnitude magnitude(quantity.nanos);
  const bool binary = quantity.format == QuantityFormat::kBinarySI;
  if (quantity.nanos == 0) {
    digits.Put('0');
  } else if (binary && magnitude.nanos == 0 && magnitude.units >= kKibi) {
    PutBinary(magnitude.units, digits);
  } else {
    PutDecimal(magnitude, binary ? QuantityFormat::kDecimalSI : quantity.format, digits);
  }
  text.assign(digits.text().data(), digits.text().size());
}

std::string CanonicalText(const Quantity& quantity) {
  std::string text;
  SetCanonicalText(quantity, text);
  return text;
}

std::string HumanMemory(const Quantity& bytes) {
  if (bytes.nanos < 0) return absl::StrCat("-", HumanMemory({-bytes.nanos, bytes.format}));
  constexpr absl::string_view kPrefixes = "KMGTPE";
  Nanos unit = kNanosPerUnit;
  size_t power = 0;
  for (; power < kPrefixes.size() && bytes.nanos >= unit * kKibi; ++power) unit *= kKibi;
  Digits digits;
  PutFloored(bytes.nanos, unit, digits);
  if (power > 0) {
    digits.Put(kPrefixes[power - 1]);
    digits.Put('i');
  }
  return std::string(digits.text());
}

std::string HumanCpu(const Quantity& cores) {
  if (cores.nanos < 0) return absl::StrCat("-", HumanCpu({-cores.nanos, cores.format}));
  Digits digits;
  if (cores.nanos >= kNanosPerUnit || cores.nanos == 0) {
    PutFloored(cores.nanos, kNanosPerUnit, digits);
  } else {
    PutFloored(cores.nanos, kNanosPerUnit / 1'000, digits);
    digits.Put('m');
  }
  return std::string(digits.text());
}

std::string HumanFraction(const Quantity& fraction) {
  if (fraction.nanos < 0) return absl::StrCat("-", HumanFraction({-fraction.nanos, fraction.format}));
  const Magnitude magnitude(fraction.nanos);
  Digits digits;
  digits.PutNumber(magnitude.units);
  digits.Put('.');
  digits.PutPadded(magnitude.nanos, 9);
  digits.StripTrailingZeros(7);
  return std::string(digits.text());
}

}  // namespace cpsizer
