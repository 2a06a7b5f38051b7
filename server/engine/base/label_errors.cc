#include "server/engine/base/label_errors.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cpsizer/limits.h"
#include "server/engine/base/kubernetes_names.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kBadName =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr absl::string_view kBadValue =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
constexpr absl::string_view kBadPrefix =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

bool IsLabelCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Returns whether the text has only letters, digits, `-`, `_` and `.`, and begins and ends with a letter or digit.
bool IsName(absl::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!IsLabelCharacter(c) && c != '-' && c != '_' && c != '.') return false;
  }
  return IsLabelCharacter(text.front()) && IsLabelCharacter(text.back());
}

std::string TooLong(size_t bytes) {
  return absl::StrCat("must be no more than ", bytes, " bytes");
}

void CheckPrefix(absl::string_view prefix, std::vector<std::string>& errors) {
  if (prefix.empty()) return errors.push_back("prefix part must be non-empty");
  if (prefix.size() > kMaxNameBytes) return errors.push_back("prefix part " + TooLong(kMaxNameBytes));
  if (!IsDnsSubdomain(prefix)) errors.push_back(absl::StrCat("prefix part ", kBadPrefix));
}

}  // namespace

std::string LabelKeyError(absl::string_view key) {
  const std::vector<absl::string_view> parts = absl::StrSplit(key, '/');
  if (parts.size() > 2) {
    return absl::StrCat("a valid label key ", kBadName,
                        " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
  }
  std::vector<std::string> errors;
  if (parts.size() == 2) CheckPrefix(parts.front(), errors);
  const absl::string_view name = parts.back();
  if (name.empty()) errors.push_back("name part must be non-empty");
  if (name.size() > kMaxLabelValueBytes) errors.push_back("name part " + TooLong(kMaxLabelValueBytes));
  if (!IsName(name)) errors.push_back(absl::StrCat("name part ", kBadName));
  return absl::StrJoin(errors, "; ");
}

std::string LabelValueError(absl::string_view value) {
  std::vector<std::string> errors;
  if (value.size() > kMaxLabelValueBytes) errors.push_back(TooLong(kMaxLabelValueBytes));
  if (!value.empty() && !IsName(value)) errors.emplace_back(kBadValue);
  return absl::StrJoin(errors, "; ");
}

std::string InvalidValue(absl::string_view field, absl::string_view value, absl::string_view why) {
  return absl::StrCat(field, ": Invalid value: \"", Quoted(value), "\": ", why);
}

std::string AggregateOf(std::vector<std::string> errors) {
  std::vector<std::string> once;
  for (std::string& error : errors) {
    if (std::find(once.begin(), once.end(), error) == once.end()) once.push_back(std::move(error));
  }
  return once.size() > 1 ? absl::StrCat("[", absl::StrJoin(once, ", "), "]") : absl::StrJoin(once, "");
}

}  // namespace cpsizer
