#include "client/objects/label_selector.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace cpsizer::objects {
namespace {

// Splits `text` at commas that are not in parentheses.
std::vector<absl::string_view> Parts(absl::string_view text) {
  std::vector<absl::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string Trimmed(absl::string_view text) {
  return std::string(absl::StripAsciiWhitespace(text));
}

bool IsWord(absl::string_view text) {
  return !text.empty() && text.find_first_of("=!(),><\t\r\n ") == absl::string_view::npos;
}

// Returns whether `text` has only alphanumeric characters and `others`, and begins and ends with an alphanumeric
// character.
bool IsLabelText(absl::string_view text, absl::string_view others) {
  const auto allowed = [others](char c) { return absl::ascii_isalnum(c) || absl::StrContains(others, c); };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed) && absl::ascii_isalnum(text.front()) &&
         absl::ascii_isalnum(text.back());
}

std::string ValuesText(const v1::LabelSelectorRequirement& requirement) {
  std::vector<std::string> values(requirement.values().begin(), requirement.values().end());
  std::sort(values.begin(), values.end());
  return absl::StrCat("(", absl::StrJoin(values, ","), ")");
}

// Returns the requirement as text, or an empty string for an unknown operator.
std::string RequirementText(const v1::LabelSelectorRequirement& requirement) {
  const std::string& op = requirement.operator_();
  if (op == "In") return absl::StrCat(requirement.key(), " in ", ValuesText(requirement));
  if (op == "NotIn") return absl::StrCat(requirement.key(), " notin ", ValuesText(requirement));
  if (op == "Exists") return requirement.key();
  return op == "DoesNotExist" ? absl::StrCat("!", requirement.key()) : "";
}

}  // namespace

LabelSelector::LabelSelector(absl::string_view text) {
  if (Trimmed(text).empty()) return;
  for (const absl::string_view part : Parts(text)) {
    if (Parse(part, requirements_.emplace_back())) continue;
    requirements_.clear();
    return;
  }
}

bool LabelSelector::Parse(absl::string_view text, Requirement& requirement) {
  const std::string whole = Trimmed(text);
  const absl::string_view rest = whole;
  const size_t bracket = rest.find('(');
  if (bracket != absl::string_view::npos) {
    const std::vector<std::string> words = absl::StrSplit(rest.substr(0, bracket), ' ', absl::SkipWhitespace());
    if (words.size() != 2 || (words[1] != "in" && words[1] != "notin") || rest.back() != ')') return false;
    requirement.key = words[0];
    requirement.op = words[1] == "in" ? Operator::kIn : Operator::kNotIn;
    for (const absl::string_view value : absl::StrSplit(rest.substr(bracket + 1, rest.size() - bracket - 2), ',')) {
      requirement.values.push_back(Trimmed(value));
    }
    return IsWord(requirement.key);
  }
  const size_t mark = rest.find('=');
  if (mark != absl::string_view::npos) {
    requirement.key = Trimmed(rest.substr(0, mark));
    requirement.op = Operator::kIn;
    requirement.values.push_back(Trimmed(absl::StripPrefix(rest.substr(mark + 1), "=")));
    return IsWord(requirement.key);
  }
  requirement.op = absl::StartsWith(rest, "!") ? Operator::kDoesNotExist : Operator::kExists;
  requirement.key = Trimmed(absl::StripPrefix(rest, "!"));
  return IsWord(requirement.key);
}

bool LabelSelector::ParseOfFlag(absl::string_view text, Requirement& requirement) {
  const size_t unequal = text.find("!=");
  if (unequal == absl::string_view::npos) {
    if (!Parse(text, requirement)) return false;
  } else {
    requirement = {Trimmed(text.substr(0, unequal)), Operator::kNotIn, {Trimmed(text.substr(unequal + 2))}};
  }
  return IsLabelText(requirement.key, "-_./") &&
         std::all_of(requirement.values.begin(), requirement.values.end(),
                     [](const std::string& value) { return value.empty() || IsLabelText(value, "-_."); });
}

absl::StatusOr<LabelSelector> LabelSelector::ParseFlag(absl::string_view text) {
  LabelSelector selector;
  for (const absl::string_view part : Parts(text)) {
    if (ParseOfFlag(part, selector.requirements_.emplace_back())) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", Trimmed(part),
        "\" is not a requirement on a label; write key=value, key!=value, key in (a,b), key notin (a,b), key or !key"));
  }
  return selector;
}

bool LabelSelector::Holds(const Requirement& requirement, const Labels& labels) {
  const auto it = labels.find(requirement.key);
  const bool there = it != labels.end();
  const auto is_listed = [&] {
    return there &&
           std::find(requirement.values.begin(), requirement.values.end(), it->second) != requirement.values.end();
  };
  switch (requirement.op) {
    case Operator::kIn:
      return is_listed();
    case Operator::kNotIn:
      return !is_listed();
    case Operator::kExists:
      return there;
    case Operator::kDoesNotExist:
      return !there;
  }
  return false;
}

bool LabelSelector::Selects(const Labels& labels) const {
  const auto holds = [&labels](const Requirement& requirement) { return Holds(requirement, labels); };
  return !selects_nothing() && std::all_of(requirements_.begin(), requirements_.end(), holds);
}

absl::optional<LabelSelector::OneOf> LabelSelector::FirstOneOf() const {
  for (const Requirement& requirement : requirements_) {
    if (requirement.op == Operator::kIn) return OneOf{requirement.key, requirement.values};
  }
  return absl::nullopt;
}

std::string SelectorText(const v1::LabelSelector& selector) {
  std::vector<std::pair<std::string, std::string>> by_key;
  for (const auto& [key, value] : selector.match_labels()) by_key.emplace_back(key, absl::StrCat(key, "=", value));
  std::sort(by_key.begin(), by_key.end());
  for (const v1::LabelSelectorRequirement& requirement : selector.match_expressions()) {
    std::string text = RequirementText(requirement);
    if (!text.empty()) by_key.emplace_back(requirement.key(), std::move(text));
  }
  std::stable_sort(by_key.begin(), by_key.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return absl::StrJoin(by_key, ",", [](std::string* out, const auto& entry) { out->append(entry.second); });
}

}  // namespace cpsizer::objects
