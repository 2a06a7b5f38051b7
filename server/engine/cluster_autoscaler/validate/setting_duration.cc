#include "server/engine/cluster_autoscaler/validate/setting_duration.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Go accepts `0` without a unit as a duration, but the schema does not.
bool HasUnit(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); });
}

constexpr absl::string_view kUnits[] = {"ns", "us", "\u00B5s", "ms", "s", "m", "h"};

// Returns whether a text that is not empty matches ^([0-9]+(\.[0-9]+)?(ns|us|\u00B5s|ms|s|m|h))+$
bool IsUnsigned(absl::string_view text) {
  while (!text.empty()) {
    if (TakeDigits(text).empty()) return false;
    if (absl::ConsumePrefix(&text, ".") && TakeDigits(text).empty()) return false;
    const absl::string_view unit = text.substr(0, text.find_first_of("0123456789"));
    if (std::find(std::begin(kUnits), std::end(kUnits), unit) == std::end(kUnits)) return false;
    text.remove_prefix(unit.size());
  }
  return true;
}

void ReportMalformed(absl::string_view text, absl::string_view why, const FieldPath& path, Findings& findings) {
  findings.Add(Rule::kDurationMalformed, path.ToString(), text, absl::StrCat("\"", Quoted(text), "\" ", why));
}

}  // namespace

void CheckSettingDuration(absl::string_view text, const FieldPath& path, Findings& findings) {
  const absl::optional<int64_t> nanos = ReadGoDuration(text, path, findings);
  if (!nanos.has_value()) return;
  if (!HasUnit(text)) return ReportMalformed(text, "has no unit", path, findings);
  if (*nanos >= 0) return;
  findings.Add(Rule::kValueOutOfRange, path.ToString(), text, absl::StrCat(Quoted(text), " is negative"));
}

void CheckUnsignedDuration(absl::string_view text, const FieldPath& path, Findings& findings) {
  if (!ReadGoDuration(text, path, findings).has_value() || IsUnsigned(text)) return;
  ReportMalformed(text, "is not a duration without a sign, such as 1h30m", path, findings);
}

}  // namespace cpsizer
