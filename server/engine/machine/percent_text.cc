#include "server/engine/machine/percent_text.h"

#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace cpsizer {
namespace {

constexpr int64_t kMillionths = 1'000'000;

// All digits of a number below 10^36.
std::string WholeText(Nanos number) {
  constexpr Nanos kLowPart = 1'000'000'000'000'000'000;
  const auto low = static_cast<int64_t>(number % kLowPart);
  if (number < kLowPart) return absl::StrCat(low);
  return absl::StrCat(static_cast<int64_t>(number / kLowPart), absl::Dec(low, absl::kZeroPad18));
}

std::string MillionthsText(Nanos millionths) {
  const auto rest = static_cast<uint32_t>(millionths % kMillionths);
  std::string text = WholeText(millionths / kMillionths);
  if (rest == 0) return text;
  absl::StrAppend(&text, ".", absl::Dec(rest, absl::kZeroPad6));
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace

std::string PercentText(double percent) {
  // Below 2^93 times 2^27, so that it fits into 128 bits.
  return MillionthsText(static_cast<Nanos>(std::round(percent * kMillionths)));
}

std::string PercentText(Nanos usage, Nanos capacity) {
  // The same.
  return MillionthsText(usage * 100 * kMillionths / capacity);
}

}  // namespace cpsizer
