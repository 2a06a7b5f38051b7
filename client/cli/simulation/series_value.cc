#include "client/cli/simulation/series_value.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {

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
