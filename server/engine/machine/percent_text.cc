#include "server/engine/machine/percent_text.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer {
namespace {

constexpr Nanos kMillionthsOfAPercent = 1'000'000;

// All digits of a number below 10^36.
std::string WholeText(Nanos number) {
  constexpr Nanos kLowPart = 1'000'000'000'000'000'000;
  const auto low = static_cast<int64_t>(number % kLowPart);
  if (number < kLowPart) return absl::StrCat(low);
  return absl::StrCat(static_cast<int64_t>(number / kLowPart), absl::Dec(low, absl::kZeroPad18));
}

void DropTrailingZeros(std::string& text) {
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
}

}  // namespace

std::string PercentText(double percent) {
  std::string text = absl::StrFormat("%.6f", percent);
  DropTrailingZeros(text);
  return text;
}

std::string PercentText(Nanos usage, Nanos capacity) {
  // Below 2^93 times 2^27, so that it fits into 128 bits.
  const Nanos millionths = usage * 100 * kMillionthsOfAPercent / capacity;
  const Nanos whole = millionths / kMillionthsOfAPercent;
  const auto rest = static_cast<uint32_t>(millionths % kMillionthsOfAPercent);
  std::string text = WholeText(whole);
  if (rest == 0) return text;
  absl::StrAppend(&text, ".", absl::Dec(rest, absl::kZeroPad6));
  DropTrailingZeros(text);
  return text;
}

}  // namespace cpsizer
