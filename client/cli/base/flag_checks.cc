#include "client/cli/base/flag_checks.h"

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "client/cli/base/print_error.h"
#include "client/objects/escape.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
std::string VariableOf(absl::string_view flag) {
  const absl::string_view name = absl::StripPrefix(flag, "--");
  return absl::StrCat("CPSIZER_", absl::AsciiStrToUpper(absl::StrReplaceAll(name, {{"-", "_"}})));
}

std::string FlagWithSource(absl::string_view flag, absl::string_view value) {
  const std::string variable = VariableOf(flag);
  const char* const text = std::getenv(variable.c_str());
  return text != nullptr && text == value ? absl::StrCat(flag, " (from ", variable, ")") : std::string(flag);
}

void FlagChecks::Quantity(absl::string_view flag, const absl::optional<std::string>& text) {
  if (!text.has_value()) return;
  cpsizer::Quantity quantity;
  const QuantityError error = ParseQuantity(*text, quantity);
  if (error != QuantityError::kNone) {
    const bool is_too_large = error == QuantityError::kOutOfRange;
    AddError(flag, *text, absl::StrCat(objects::QuotedValue(*text), " ", Describe(error)),
             is_too_large ? Rule::kQuantityOutOfRange : Rule::kQuantityMalformed);
  } else if (quantity.nanos < 0) {
    AddError(flag, *text, absl::StrCat(CanonicalText(quantity), " is negative"), Rule::kValueNegative);
  }
}

void FlagChecks::Duration(absl::string_view flag, const absl::optional<std::string>& text) {
  if (!text.has_value()) return;
  // Go accepts two characters for "micro": U+00B5 and U+03BC.
  const std::string plain = absl::StrReplaceAll(*text, {{"\xc2\xb5s", "us"}, {"\xce\xbcs", "us"}});
  absl::Duration duration;
  if (absl::ParseDuration(plain, &duration) && duration < absl::InfiniteDuration()) return;
  AddError(flag, *text, absl::StrCat(objects::QuotedValue(*text), " is not a duration"), Rule::kDurationMalformed);
}

void FlagChecks::Time(absl::string_view flag, absl::string_view text) {
  absl::Time time;
  std::string error;
  if (text.empty() || absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return;
  AddError(flag, text, absl::StrCat(objects::QuotedValue(text), " is not an RFC 3339 time"), Rule::kTimeMalformed);
}

void FlagChecks::Add(absl::string_view problem) {
  if (problem.empty()) return;
  ok_ = false;
  PrintError(problem, err_);
}

void FlagChecks::AddError(absl::string_view flag, absl::string_view value, absl::string_view what, Rule rule) {
  const RuleInfo& info = Info(rule);
  Add(absl::StrCat(FlagWithSource(flag, value), ": ", what, ". ", info.remedy, " (", info.id, ")"));
}

}  // namespace cpsizer::cli
