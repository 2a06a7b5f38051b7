#include "server/engine/machine/validate/read_text.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "cpsizer/float_text.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr size_t kMostDecimals = 9;

// Returns whether the text is an optional minus sign and digits, with or without a point and up to kMostDecimals more
// digits. The digits before the point may be absent.
bool IsDecimal(absl::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  const bool has_whole_part = !TakeDigits(text).empty();
  if (text.empty()) return has_whole_part;
  if (text.front() != '.') return false;
  text.remove_prefix(1);
  const size_t decimals = TakeDigits(text).size();
  return decimals > 0 && decimals <= kMostDecimals && text.empty();
}

}  // namespace

absl::optional<Nanos> ReadPercent(absl::string_view text, const FieldPath& path, Findings& findings) {
  if (!CheckGiven(text, path, findings)) return absl::nullopt;
  Quantity percent;
  if (!IsDecimal(text) || ParseQuantity(text, percent) != QuantityError::kNone) {
    findings.Add(Rule::kNumberMalformed, path.ToString(), text,
                 absl::StrCat("\"", Quoted(text), "\" is not a decimal number with at most 9 decimals"));
    return absl::nullopt;
  }
  if (percent.nanos >= 0 && percent.nanos <= kHundredPercent) return percent.nanos;
  findings.Add(Rule::kValueOutOfRange, path.ToString(), text, absl::StrCat(Quoted(text), " is not from 0 to 100"));
  return absl::nullopt;
}

absl::optional<double> ReadThreshold(absl::string_view text, const FieldPath& path, Findings& findings) {
  if (!CheckGiven(text, path, findings)) return absl::nullopt;
  const absl::optional<double> threshold = ParseGoFloat(text);
  if (threshold.has_value() && std::isfinite(*threshold)) return threshold;
  findings.Add(Rule::kNumberMalformed, path.ToString(), text,
               absl::StrCat("\"", Quoted(text), "\" is not a finite number"));
  return absl::nullopt;
}

}  // namespace cpsizer
