#include "server/engine/replicas/validate/milli.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "server/engine/base/quantity_parts.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr int kMilliDigits = 3;
// prometheus-adapter v0.12.0 writes this amount for NaN and infinity.
constexpr absl::string_view kAmountOfNan = "-9223372036854775808m";
constexpr int kNanoDigits = 9;

constexpr bool FitsInt64(Nanos value) {
  return value >= INT64_MIN && value <= INT64_MAX;
}

constexpr int64_t Low64(Nanos value) {
  return static_cast<int64_t>(static_cast<uint64_t>(value));
}

// Returns whether apimachinery stores the amount as a 64-bit integer multiplied by a power of ten.
bool IsShort(const QuantityParts& parts) {
  constexpr int kShortBinaryDigits = 14;  // an upper bound of the number of digits of the product
  const size_t zeros = std::min(parts.integer.find_first_not_of('0'), parts.integer.size());
  const size_t digits = std::max<size_t>(parts.integer.size() - zeros, 1) + parts.fraction.size();
  if (parts.scale.binary != 0) {
    return parts.fraction.empty() && static_cast<int>(digits) + parts.scale.binary * 3 / 10 <= kShortBinaryDigits;
  }
  return digits <= kShortDigits && parts.scale.decimal - static_cast<int>(parts.fraction.size()) >= -kNanoDigits;
}

// Returns the milli-units of a short decimal whose milli-units do not fit into 64 bits. Source: positiveScaleInt64.
int64_t ShortOverflow(const QuantityParts& parts) {
  const int power = parts.scale.decimal - static_cast<int>(parts.fraction.size()) + kMilliDigits;
  if (power != 1 && power != 2 && power != 3 && power != 6 && power != 9) return 0;
  auto product = static_cast<Nanos>(parts.mantissa);
  for (int i = 0; i < power; ++i) product *= 10;
  return Low64(parts.negative ? -product : product);
}

// Returns the low 64 bits of the magnitude of a decimal in units of 10^-places, rounded up.
uint64_t LowBits(const QuantityParts& parts, int places) {
  const int point = static_cast<int>(parts.integer.size()) + parts.scale.decimal + places;
  uint64_t low = 0;
  bool has_rest = false;
  int place = 0;
  for (const absl::string_view digits : {parts.integer, parts.fraction}) {
    for (const char digit : digits) {
      if (place++ < point) {
        low = low * 10 + static_cast<uint64_t>(digit - '0');
      } else {
        has_rest |= digit != '0';
      }
    }
  }
  for (; place < point && low != 0; ++place) low *= 10;
  return low + (has_rest ? 1 : 0);
}

// Returns the milli-units of an amount that apimachinery stores as a big integer of nano-units. Source: scaledValue.
int64_t LongMilli(const QuantityParts& parts, const Quantity& quantity, bool is_out_of_range) {
  const bool is_binary = parts.scale.binary != 0;
  const Nanos nanos = quantity.nanos;
  // The amount was clamped to 2^63-1 whole units.
  if (is_binary && is_out_of_range) return Low64(nanos / kNanosPerMilli);
  if (nanos >= 0) {
    if (!is_binary) return static_cast<int64_t>(LowBits(parts, kMilliDigits));
    return Low64(nanos / kNanosPerMilli + (nanos % kNanosPerMilli != 0 ? 1 : 0));
  }
  const int64_t low = is_binary ? Low64(nanos) : static_cast<int64_t>(-LowBits(parts, kNanoDigits));
  return low / kNanosPerMilli + (low % kNanosPerMilli != 0 ? 1 : 0);
}

Nanos RoundAwayFromZero(Nanos nanos) {
  // Nearly all amounts fit into 64 bits, and a division of 128 bits takes tens of nanoseconds.
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
  const bool is_out_of_range = error == QuantityError::kOutOfRange;
  if (error != QuantityError::kNone && !is_out_of_range) return error;
  const Nanos wide = RoundAwayFromZero(quantity.nanos);
  const bool fits = !is_out_of_range && FitsInt64(wide);
  if (fits && quantity.nanos >= 0) {
    milli = static_cast<int64_t>(wide);
    return QuantityError::kNone;
  }
  QuantityParts parts;
  TakeApart(text, parts);
  if (IsShort(parts)) {
    overflows = !fits;
    milli = fits ? static_cast<int64_t>(wide) : ShortOverflow(parts);
  } else {
    overflows = !fits || !FitsInt64(quantity.nanos);
    milli = LongMilli(parts, quantity, is_out_of_range);
  }
  return QuantityError::kNone;
}

std::string MilliText(int64_t milli, QuantityFormat format) {
  return CanonicalText({Nanos{milli} * kNanosPerMilli, format});
}

std::string OverflowText(absl::string_view text, int64_t milli) {
  Quantity quantity;
  const bool in_range = ParseQuantity(text, quantity) == QuantityError::kNone;
  const bool fits = in_range && FitsInt64(RoundAwayFromZero(quantity.nanos));
  const absl::string_view remark = text == kAmountOfNan ? "; prometheus-adapter writes it for NaN and infinity" : "";
  return absl::StrCat(Quoted(text), " is beyond 9223372036854775807 ", fits ? "billionths" : "thousandths",
                      ", and is read as ", MilliText(milli), remark);
}

double ApproximateDouble(const Quantity& quantity) {
  constexpr double kPowers[] = {1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
  if (quantity.nanos == 0) return 0;
  Nanos significand = quantity.nanos;
  size_t power = 0;
  // This loop runs at most nine times, because no quantity is divisible by 10^30.
  while (significand % 1000 == 0) {
    significand /= 1000;
    ++power;
  }
  return static_cast<double>(significand) * kPowers[power];
}

}  // namespace cpsizer
