#ifndef CPSIZER_QUANTITY_H_
#define CPSIZER_QUANTITY_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// 128 bits suffice: 2^63-1 units are below 2^93 nano-units, and times the nano-units of a fraction still below 2^123.
__extension__ typedef __int128 Nanos;

// The format in which a quantity was written, which its canonical form keeps.
enum class QuantityFormat : uint8_t { kDecimalSI, kBinarySI, kDecimalExponent };

// An amount in the Kubernetes grammar, exact: whole nano-units, of at most 2^63-1 units in magnitude.
//
// A value type; compares by amount, regardless of the format. Source of the grammar, of rounding and of the canonical
// form: apimachinery's resource.Quantity.
struct Quantity {
  Nanos nanos = 0;
  QuantityFormat format = QuantityFormat::kDecimalSI;

  friend bool operator==(const Quantity& a, const Quantity& b) { return a.nanos == b.nanos; }
  friend bool operator<(const Quantity& a, const Quantity& b) { return a.nanos < b.nanos; }
  friend bool operator>(const Quantity& a, const Quantity& b) { return a.nanos > b.nanos; }
  friend bool operator<=(const Quantity& a, const Quantity& b) { return a.nanos <= b.nanos; }
  friend bool operator>=(const Quantity& a, const Quantity& b) { return a.nanos >= b.nanos; }
};

inline constexpr int64_t kNanosPerUnit = 1'000'000'000;
// The largest magnitude: 2^63-1 units.
inline constexpr Nanos kMaxQuantityNanos = static_cast<Nanos>(INT64_MAX) * kNanosPerUnit;

// The result of parsing a text.
enum class QuantityError : uint8_t {
  kNone,
  kTooLong,     // more than kMaxQuantityBytes
  kNoDigits,    // empty, a sign, a point or a suffix alone
  kFormat,      // an invalid character
  kSuffix,      // no such suffix
  kExponent,    // the exponent is missing or beyond +-4096
  kOutOfRange,  // magnitude above 2^63-1 units
};

// Reads `text`. An amount between two nano-units is rounded away from zero, as Kubernetes does. On kOutOfRange
// `quantity` is the bound on that side; on any other error it is unchanged. Takes time linear in the length of the
// text, which is bounded; large exponents cost no more than small ones.
//
// Stricter than Kubernetes in three places: a digit is required, exponents end at 4096, and binary suffixes do not
// saturate at 2^63-1 but are out of range past it.
QuantityError ParseQuantity(absl::string_view text, Quantity& quantity);

// Describes the error, for use after a quoted value: "has no digits".
absl::string_view Describe(QuantityError error);

// A whole number of units.
constexpr Quantity WholeUnits(int64_t units, QuantityFormat format) {
  return {static_cast<Nanos>(units) * kNanosPerUnit, format};
}

// Whole units and the remaining nano-units.
struct UnitsAndNanos {
  Nanos units;
  uint32_t nanos;
};

// Requires nanos >= 0. A 128-bit division costs tens of nanoseconds and a decision makes dozens of them; by a constant,
// 32 bits at a time, it is a few multiplications.
constexpr UnitsAndNanos SplitNanos(Nanos nanos) {
  constexpr uint64_t kBillion = kNanosPerUnit;
  if (nanos <= INT64_MAX) {
    const auto few = static_cast<uint64_t>(nanos);
    return {static_cast<Nanos>(few / kBillion), static_cast<uint32_t>(few % kBillion)};
  }
  const auto high = static_cast<uint64_t>(nanos >> 64);
  const auto low = static_cast<uint64_t>(nanos);
  const uint64_t middle = high % kBillion << 32 | low >> 32;
  const uint64_t last = middle % kBillion << 32 | (low & 0xFFFF'FFFF);
  const Nanos units = static_cast<Nanos>(high / kBillion) << 64;
  return {units + (static_cast<Nanos>(middle / kBillion) << 32) + static_cast<Nanos>(last / kBillion),
          static_cast<uint32_t>(last % kBillion)};
}

// `capacity` x `fraction`, floored to whole nano-units, in the format of `capacity`. A demand is whole nano-units too,
// so comparing with the floor is comparing with the exact product. Requires 0 <= fraction <= 1 and capacity >= 0.
constexpr Quantity FloorProduct(const Quantity& capacity, const Quantity& fraction) {
  return {SplitNanos(capacity.nanos * fraction.nanos).units, capacity.format};
}

// The canonical Kubernetes text: `41.6Gi` is `44667659878400m`. It parses back to the same quantity.
std::string CanonicalText(const Quantity& quantity);
// Writes the canonical text to `text`.
void SetCanonicalText(const Quantity& quantity, std::string& text);

// Bytes in the largest binary unit that is not above the amount, with up to three decimals, floored: `41.6Gi`. An
// amount that would be floored to zero is written canonically.
std::string HumanMemory(const Quantity& bytes);
// Cores, `12` or `19.2`, and millicores below one core: `650m`. Up to three decimals, floored; an amount that would be
// floored to zero is written canonically.
std::string HumanCpu(const Quantity& cores);
// A fraction with at least two decimals: `0.65`, `0.50`, `1.00`. Exact.
std::string HumanFraction(const Quantity& fraction);
// All digits and no suffix: `44667659878.4`.
std::string PlainText(const Quantity& quantity);

// Append the same texts to `text`.
void AppendHumanMemory(const Quantity& bytes, std::string& text);
void AppendHumanCpu(const Quantity& cores, std::string& text);
void AppendHumanFraction(const Quantity& fraction, std::string& text);

}  // namespace cpsizer

#endif  // CPSIZER_QUANTITY_H_
