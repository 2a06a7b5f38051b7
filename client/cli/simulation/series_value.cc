#include "client/cli/simulation/series_value.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr absl::Duration kLongestSeries = absl::Hours(24 * 366);

absl::Time Start() {
  return absl::FromCivil(absl::CivilSecond(2000, 1, 1), absl::UTCTimeZone());
}

absl::optional<SeriesTime> FromStart(absl::Duration since, TimeForm form) {
  if (since < absl::ZeroDuration() || since > kLongestSeries) return absl::nullopt;
  return SeriesTime{Start() + since, form};
}

}  // namespace

absl::optional<SeriesTime> ParseSeriesTime(absl::string_view text) {
  double seconds = 0;
  // This check excludes numbers such as `inf` and `0x10`.
  const bool plain = text.find_first_not_of("0123456789.") == absl::string_view::npos;
  if (plain && absl::SimpleAtod(text, &seconds)) return FromStart(absl::Seconds(seconds), TimeForm::kSeconds);
  absl::Duration since;
  if (absl::ParseDuration(text, &since)) return FromStart(since, TimeForm::kDuration);
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return absl::nullopt;
  // A decision accepts only years with four digits.
  const int64_t year = absl::ToCivilYear(time, absl::UTCTimeZone()).year();
  if (year < 1 || year > 9998) return absl::nullopt;
  return SeriesTime{time, TimeForm::kClock};
}

std::string FormatSeriesTime(const SeriesTime& time) {
  switch (time.form) {
    case TimeForm::kSeconds:
      return absl::StrFormat("%.15g", absl::ToDoubleSeconds(time.time - Start()));
    case TimeForm::kDuration:
      // Abseil formats a duration of zero as `0`; Go formats it as `0s`.
      return time.time == Start() ? "0s" : absl::FormatDuration(time.time - Start());
    case TimeForm::kClock:
      break;
  }
  return absl::FormatTime("%E4Y-%m-%dT%H:%M:%E*SZ", time.time, absl::UTCTimeZone());
}

std::string QuotedField(const CsvField& field) {
  return objects::QuotedValue(field.text);
}

void ReadSeriesValue(const CsvField& field, const SeriesValueRules& rules, objects::ProblemList& problems,
                     SeriesValue& value) {
  absl::string_view amount = field.text;
  value.text = field.text;
  value.percent = absl::ConsumeSuffix(&amount, "%");
  const std::string what = absl::StrCat(objects::Escape(rules.header), ": ", QuotedField(field), " ");
  Quantity quantity;
  const QuantityError error = ParseQuantity(amount, quantity);
  if (error != QuantityError::kNone) {
    return problems.Add(field.position, absl::StrCat(what, Describe(error), "; ", rules.remedy));
  }
  if (value.percent && !rules.no_percent.empty()) {
    return problems.Add(field.position, absl::StrCat(what, rules.no_percent));
  }
  const Quantity most = WholeUnits(rules.max_percent, QuantityFormat::kDecimalSI);
  if (value.percent && (quantity.nanos < 0 || quantity > most)) {
    return problems.Add(field.position, absl::StrCat(what, "is not a percentage from 0 to ", rules.max_percent));
  }
  if (quantity.nanos < 0) return problems.Add(field.position, absl::StrCat(what, "is negative; ", rules.remedy));
  value.nanos = quantity.nanos;
}

}  // namespace cpsizer::cli
