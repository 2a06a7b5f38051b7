#include "server/engine/base/field_checks.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Returns the part of a path after the last point, for example `scaleTargetRef` for `spec.scaleTargetRef`.
absl::string_view LastPart(absl::string_view path) {
  const size_t point = path.rfind('.');
  return point == absl::string_view::npos ? path : path.substr(point + 1);
}

void ReportOutOfRange(int64_t value, absl::string_view description, const FieldPath& path, Findings& findings) {
  findings.Add(Rule::kValueOutOfRange, path.ToString(), absl::StrCat(value), absl::StrCat(value, " ", description));
}

}  // namespace

void ReportMissing(const FieldPath& path, absl::string_view remark, Findings& findings) {
  findings.Add(Rule::kFieldRequired, path.ToString(), "",
               absl::StrCat(LastPart(path.parent), " has no ", path.field, remark));
}

bool CheckGiven(absl::string_view text, const FieldPath& path, Findings& findings) {
  if (text.empty()) ReportMissing(path, "", findings);
  return !text.empty();
}

void CheckName(absl::string_view name, const NameForm& form, const FieldPath& path, Findings& findings) {
  if (!CheckGiven(name, path, findings) || form.holds(name)) return;
  findings.Add(Rule::kNameInvalid, path.ToString(), name, absl::StrCat("\"", Quoted(name), "\" is not ", form.words));
}

void CheckWord(absl::string_view text, absl::Span<const absl::string_view> words, const FieldPath& path,
               Findings& findings) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return;
  const std::string choice = absl::StrJoin(words, ", ");
  if (text.empty()) return ReportMissing(path, absl::StrCat("; write one of ", choice), findings);
  findings.Add(Rule::kValueNotSupported, path.ToString(), text,
               absl::StrCat("\"", Quoted(text), "\" is not one of ", choice));
}

void CheckNumber(int64_t value, int64_t least, int64_t most, const FieldPath& path, Findings& findings) {
  if (value >= least && value <= most) return;
  ReportOutOfRange(value, absl::StrCat("is not from ", least, " to ", most), path, findings);
}

void CheckNumber(int64_t value, int64_t least, const FieldPath& path, Findings& findings) {
  if (value < least) ReportOutOfRange(value, absl::StrCat("is below ", least), path, findings);
}

void CheckQuantity(absl::string_view text, Nanos least, absl::string_view description, const FieldPath& path,
                   Findings& findings) {
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error != QuantityError::kNone && error != QuantityError::kOutOfRange) {
    findings.Add(Rule::kQuantityMalformed, path.ToString(), text,
                 absl::StrCat("\"", Quoted(text), "\" ", Describe(error)));
  } else if (quantity.nanos < least) {
    findings.Add(Rule::kValueOutOfRange, path.ToString(), text, absl::StrCat(Quoted(text), " ", description));
  }
}

}  // namespace cpsizer
