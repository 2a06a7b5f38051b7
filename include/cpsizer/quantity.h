#ifndef CPSIZER_QUANTITY_H_
#define CPSIZER_QUANTITY_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// A number of nano-units. 128 bits are enough: 2^63-1 units are below 2^93 nano-units, and the product of such a number
// with the nano-units of a fraction is below 2^123.
__extension__ typedef __int128 Nanos;

// The format in which a quantity was written. The canonical text has the same format. Exception: the canonical text of
// a kBinarySI amount has the format kDecimalSI if the amount is below 1Ki or is not whole.
enum class QuantityFormat : uint8_t { kDecimalSI, kBinarySI, kDecimalExponent };

// An exact amount, as Kubernetes writes it: a whole number of nano-units. Its magnitude is at most 2^63-1 units.
//
// A value type. Comparisons ignore the format. Source of the grammar, of rounding and of the canonical form:
// resource.Quantity of apimachinery.
struct Quantity {
  Nanos nanos = 0;
  QuantityFormat format = QuantityFormat::kDecimalSI;

  friend bool operator==(const Quantity& a, const Quantity& b) { return a.nanos == b.nanos; }
  friend bool operator<(const Quantity& a, const Quantity& b) { return a.nanos < b.nanos; }
  friend bool operator>(const Quantity& a, const Quantity& b) { return a.nanos > b.nanos; }
  friend bool operator<=(const Quantity& a, const Quantity& b) { return a.nanos <= b.nanos; }
  friend bool operator>=(const Quantity& a, const Quantity& b) { return a.nanos >= b.nanos; }
  // The difference has the format of `a`.
  friend Quantity operator-(const Quantity& a, const Quantity& b) { return {a.nanos - b.nanos, a.format}; }
};

inline constexpr int64_t kNanosPerUnit = 1'000'000'000;
// The largest magnitude: 2^63-1 units.
inline constexpr Nanos kMaxQuantityNanos = static_cast<Nanos>(INT64_MAX) * kNanosPerUnit;

// The result of parsing a text.
enum class QuantityError : uint8_t {
  kNone,
  kTooLong,     // longer than kMaxQuantityBytes
  kNoDigits,    // empty, or only a sign, a point or a suffix
  kFormat,      // an invalid character
  kSuffix,      // an unknown suffix
  kExponent,    // the exponent is missing or not in the range from -4096 to 4096
  kOutOfRange,  // magnitude above 2^63-1 units
};

// Reads `text`. An amount between two nano-units is rounded away from zero, as in Kubernetes. On kOutOfRange,
// `quantity` is set to the largest or the smallest amount; on any other error `quantity` is unchanged. The time is
// linear in the length of the text, which is limited; large exponents do not take longer than small ones.
//
// Stricter than Kubernetes in three cases: a digit is required; an exponent is at most 4096; an amount with a binary
// suffix that is above 2^63-1 is out of range, while Kubernetes reduces it to 2^63-1.
QuantityError ParseQuantity(absl::string_view text, Quantity& quantity);

// Returns a description of the error that can follow a quoted value, for example "has no digits".
absl::string_view Describe(QuantityError error);

// Returns a quantity of `units` whole units.
constexpr Quantity WholeUnits(int64_t units, QuantityFormat format) {
  return {static_cast<Nanos>(units) * kNanosPerUnit, format};
}

// An amount, split into whole units and the remaining nano-units.
struct UnitsAndNanos {
  Nanos units;
  uint32_t nanos;
};

// Requires nanos >= 0. Divides by a constant, 32 bits at a time: this takes only a few multiplications. A decision
// needs dozens of divisions, and a 128-bit division would take tens of nanoseconds.
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

// Returns `capacity` x `fraction`, floored to whole nano-units, in the format of `capacity`. A demand is also a whole
// number of nano-units, so the comparison of a demand with the floored product gives the same result as the comparison
// with the exact product. Requires 0 <= fraction <= 1 and capacity >= 0.
constexpr Quantity FloorProduct(const Quantity& capacity, const Quantity& fraction) {
  return {SplitNanos(capacity.nanos * fraction.nanos).units, capacity.format};
}

// Returns the canonical Kubernetes text, for example `44667659878400m` for `41.6Gi`. Parsing the text gives the same
// quantity.
std::string CanonicalText(const Quantity& quantity);
// Writes the canonical text to `text`.
void SetCanonicalText(const Quantity& quantity, std::string& text);
// Writes the canonical text to `out`, which must have space for kMaxCanonicalBytes bytes. Returns its end.
inline constexpr size_t kMaxCanonicalBytes = 48;
char* WriteCanonicalText(const Quantity& quantity, char* out);

// Returns bytes in the largest binary unit that is not above the amount, floored to three decimals, for example
// `41.6Gi`. An amount that would be floored to zero is written as its canonical text.
std::string HumanMemory(const Quantity& bytes);
// Returns cores, floored to three decimals, for example `12` or `19.2`. Returns millicores for less than one core, for
// example `650m`. An amount that would be floored to zero is written as its canonical text.
std::string HumanCpu(const Quantity& cores);
// Returns the exact fraction with at least two decimals, for example `0.65`, `0.50` or `1.00`.
std::string HumanFraction(const Quantity& fraction);
// Returns all digits without a suffix, for example `44667659878.4`.
std::string PlainText(const Quantity& quantity);

// Append the text of HumanMemory(), HumanCpu() or HumanFraction() to `text`.
void AppendHumanMemory(const Quantity& bytes, std::string& text);
void AppendHumanCpu(const Quantity& cores, std::string& text);
void AppendHumanFraction(const Quantity& fraction, std::string& text);

}  // namespace cpsizer

#endif  // CPSIZER_QUANTITY_H_
