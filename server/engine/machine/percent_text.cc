#include "server/engine/machine/percent_text.h"

#include <cmath>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer {
namespace {

constexpr int kDecimals = 6;
constexpr int64_t kMillionths = 1'000'000;
// The largest number of decimals in a text.
constexpr int kMostDecimals = 15;

// Returns all digits of a number below 10^36.
std::string WholeText(Nanos number) {
  constexpr Nanos kLowPart = 1'000'000'000'000'000'000;
  const auto low = static_cast<int64_t>(number % kLowPart);
  if (number < kLowPart) return absl::StrCat(low);
  return absl::StrCat(static_cast<int64_t>(number / kLowPart), absl::Dec(low, absl::kZeroPad18));
}

// Returns `percent` in millionths, rounded. The whole part is multiplied as an integer: it is below 100 x 2^63, so the
// product fits into 128 bits. A double could not represent all digits of the product.
Nanos RoundedMillionths(double percent) {
  const double whole = std::floor(percent);
  return static_cast<Nanos>(whole) * kMillionths + static_cast<Nanos>(std::round((percent - whole) * kMillionths));
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
  return MillionthsText(RoundedMillionths(percent));
}

std::string PercentTextForLimit(double percent, double limit, bool down, bool is_beyond) {
  const auto is_past = [&](double number) { return down ? number < limit : number > limit; };
  const Nanos millionths = RoundedMillionths(percent);
  if (is_past(static_cast<double>(millionths) / kMillionths) == is_beyond) return MillionthsText(millionths);
  std::string text;
  for (int decimals = kDecimals + 1; decimals <= kMostDecimals; ++decimals) {
    text = absl::StrFormat("%.*f", decimals, percent);
    double number = 0;
    if (absl::SimpleAtod(text, &number) && is_past(number) == is_beyond) break;
  }
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace cpsizer
