#include "client/objects/label_selector.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/engine/base/selector_parser.h"

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

bool LabelSelector::Add(const SelectorRequirement& parsed) {
  const absl::string_view operation = parsed.operation;
  if (operation == "<" || operation == ">") return false;
  const bool is_in = parsed.IsEquality() || operation == "in";
  const Operator other = operation.empty()  ? Operator::kExists
                         : operation == "!" ? Operator::kDoesNotExist
                                            : Operator::kNotIn;
  requirements_.push_back({std::string(parsed.key), is_in ? Operator::kIn : other,
                           std::vector<std::string>(parsed.values.begin(), parsed.values.end())});
  return true;
}

LabelSelector::LabelSelector(absl::string_view text) {
  std::vector<SelectorRequirement> parsed;
  if (!ParseSelector(text, parsed).empty()) return;
  for (auto it = parsed.begin(); it != parsed.end(); ++it) {
    const auto replaces = [it](const SelectorRequirement& other) { return other.IsEquality() && other.key == it->key; };
    if (it->IsEquality() && std::any_of(std::next(it), parsed.end(), replaces)) continue;
    if (it->operation != "!=" && Add(*it)) continue;
    requirements_.clear();
    return;
  }
}

absl::StatusOr<LabelSelector> LabelSelector::ParseFlag(absl::string_view text) {
  LabelSelector selector;
  for (const absl::string_view part : Parts(text)) {
    std::vector<SelectorRequirement> parsed;
    if (ParseSelector(part, parsed).empty() && parsed.size() == 1 && selector.Add(parsed.front())) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", absl::StripAsciiWhitespace(part),
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
