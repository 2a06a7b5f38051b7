#include "cpsizer/replicas_defaults.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace cpsizer {
namespace {

constexpr int kOldestMinor = 23;
constexpr int kLargestMinor = 99;
constexpr size_t kMostDigits = 4;
constexpr size_t kMostBytes = 64;

// Removes a number of at most kMostDigits digits from the beginning of `text`. Returns nothing if there is no such
// number.
absl::optional<int> TakeNumber(absl::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), absl::ascii_isdigit);
  const absl::string_view digits = text.substr(0, static_cast<size_t>(end - text.begin()));
  int number = 0;
  if (digits.size() > kMostDigits || !absl::SimpleAtoi(digits, &number)) return absl::nullopt;
  text.remove_prefix(digits.size());
  return number;
}

bool IsVersionCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' || c == '_';
}

}  // namespace

absl::optional<int> KubernetesMinor(absl::string_view text) {
  if (text.size() > kMostBytes) return absl::nullopt;
  absl::ConsumePrefix(&text, "v");
  if (!absl::ConsumePrefix(&text, "1.")) return absl::nullopt;
  const absl::optional<int> minor = TakeNumber(text);
  if (!minor.has_value() || *minor < kOldestMinor || *minor > kLargestMinor) return absl::nullopt;
  if (absl::ConsumePrefix(&text, ".") && !TakeNumber(text).has_value()) return absl::nullopt;
  const bool has_suffix = text.size() > 1 && (text.front() == '-' || text.front() == '+');
  if (!text.empty() && !(has_suffix && std::all_of(text.begin(), text.end(), IsVersionCharacter))) return absl::nullopt;
  return minor;
}

bool ProvesScaleToZero(const v1::HorizontalPodAutoscaler& autoscaler) {
  const auto& conditions = autoscaler.status().conditions();
  return std::any_of(conditions.begin(), conditions.end(),
                     [](const v1::Condition& condition) { return condition.type() == "ScaledToZero"; });
}

}  // namespace cpsizer
