#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Removes a number without leading zeros from the front of `text` and returns it; returns nothing if there is no such
// number.
absl::optional<uint64_t> TakeNumber(absl::string_view& text) {
  const absl::string_view digits = TakeDigits(text);
  uint64_t number = 0;
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0') || !absl::SimpleAtoi(digits, &number)) {
    return absl::nullopt;
  }
  return number;
}

}  // namespace

absl::optional<ReleaseVersion> ParseReleaseVersion(absl::string_view text) {
  absl::ConsumePrefix(&text, "v");
  const absl::optional<uint64_t> major = TakeNumber(text);
  if (!major.has_value() || !absl::ConsumePrefix(&text, ".")) return absl::nullopt;
  const absl::optional<uint64_t> minor = TakeNumber(text);
  if (!minor.has_value() || !absl::ConsumePrefix(&text, ".")) return absl::nullopt;
  if (!TakeNumber(text).has_value()) return absl::nullopt;
  if (text.empty()) return ReleaseVersion{*major, *minor};
  const bool has_suffix = (text[0] == '-' || text[0] == '+') && text.size() > 1;
  const bool is_valid = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '+' || c == '.';
  });
  return has_suffix && is_valid ? absl::optional<ReleaseVersion>(ReleaseVersion{*major, *minor}) : absl::nullopt;
}

}  // namespace cpsizer
