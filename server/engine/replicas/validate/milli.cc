#include "server/engine/replicas/validate/milli.h"

#include <cstddef>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Up to here upstream keeps a decimal in 64 bits and a power of ten.
constexpr size_t kShortDigits = 18;

// Digits of the number, without its leading zeros.
size_t CountDigits(absl::string_view text) {
  size_t digits = 0;
  bool in_fraction = false;
  for (const char c : text) {
    if (c == '.') {
      in_fraction = true;
    } else if (absl::ascii_isdigit(static_cast<unsigned char>(c))) {
      if (c != '0' || digits != 0 || in_fraction) ++digits;
    } else if (c != '+' && c != '-') {
      break;
    }
  }
  return digits;
}

bool IsShortDecimal(absl::string_view text) {
  const bool binary = !text.empty() && text.back() == 'i';
  return !binary && CountDigits(text) <= kShortDigits;
}

Nanos RoundAwayFromZero(Nanos nanos) {
  // Nearly all amounts fit, and a division of 128 bits costs tens of nanoseconds.
  if (nanos >= INT64_MIN && nanos <= INT64_MAX) {
    const auto few = static_cast<int64_t>(nanos);
    const int64_t rest = few % kNanosPerMilli;
    return few / kNanosPerMilli + (rest > 0 ? 1 : rest < 0 ? -1 : 0);
  }
  const Nanos rest = nanos % kNanosPerMilli;
  return nanos / kNanosPerMilli + (rest > 0 ? 1 : rest < 0 ? -1 : 0);
}

}  // namespace

QuantityError ParseMilli(absl::string_view text, int64_t& milli, bool& overflows) {
  Quantity quantity;
  overflows = false;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error != QuantityError::kNone && error != QuantityError::kOutOfRange) return error;
  const Nanos wide = RoundAwayFromZero(quantity.nanos);
  if (error == QuantityError::kNone && wide >= INT64_MIN && wide <= INT64_MAX) {
    milli = static_cast<int64_t>(wide);
    return QuantityError::kNone;
  }
  const bool is_short = IsShortDecimal(text);
  // With a binary suffix what is past 2^63-1 units is held there, as upstream.
  if (!is_short && error == QuantityError::kOutOfRange && text.back() != 'i') return error;
  overflows = true;
  milli = is_short ? 0 : static_cast<int64_t>(static_cast<uint64_t>(wide));
  return QuantityError::kNone;
}

std::string MilliText(int64_t milli, QuantityFormat format) {
  return CanonicalText({Nanos{milli} * kNanosPerMilli, format});
}

std::string OverflowText(absl::string_view text, int64_t milli) {
  return absl::StrCat(Quoted(text), " is beyond 9223372036854775807 thousandths, and counts as ", MilliText(milli));
}

double ApproximateDouble(const Quantity& quantity) {
  constexpr double kPowers[] = {1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
  if (quantity.nanos == 0) return 0;
  Nanos significand = quantity.nanos;
  size_t power = 0;
  while (significand % 1000 == 0 && power + 1 < std::size(kPowers)) {
    significand /= 1000;
    ++power;
  }
  return static_cast<double>(significand) * kPowers[power];
}

}  // namespace cpsizer
