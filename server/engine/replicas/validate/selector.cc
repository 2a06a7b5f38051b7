#include "server/engine/replicas/validate/selector.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/selector_parser.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

std::vector<std::string> LabelKeyErrors(absl::string_view key) {
  const std::string error = LabelKeyError(key);
  return error.empty() ? std::vector<std::string>() : std::vector<std::string>{InvalidValue("key", key, error)};
}

// Returns the values as JSON, or null for a requirement without values.
std::string ValuesAsJson(const v1::LabelSelectorRequirement& requirement) {
  if (requirement.values().empty()) return "null";
  std::vector<std::string> values;
  for (const std::string& value : requirement.values()) values.push_back(absl::StrCat("\"", Quoted(value), "\""));
  return absl::StrCat("[", absl::StrJoin(values, ","), "]");
}

std::string ExpressionError(const v1::LabelSelectorRequirement& requirement) {
  const std::string& operation = requirement.operator_();
  const bool compares = operation == "In" || operation == "NotIn";
  if (!compares && operation != "Exists" && operation != "DoesNotExist") {
    return absl::StrCat("\"", Quoted(operation), "\" is not a valid label selector operator");
  }
  std::vector<std::string> errors = LabelKeyErrors(requirement.key());
  if (compares == requirement.values().empty()) {
    errors.push_back(absl::StrCat("values: Invalid value: ", ValuesAsJson(requirement), ": ",
                                  compares ? "for 'in', 'notin' operators, values set can't be empty"
                                           : "values set must be empty for exists and does not exist"));
  }
  AddLabelValueErrors(requirement.key(), requirement.values(), errors);
  return AggregateOf(std::move(errors));
}

// Returns an error about the first requirement that a metav1.LabelSelector cannot represent, because a LabelSelector
// has fewer operators. Returns an empty text if a LabelSelector can represent all requirements.
std::string UnsupportedError(std::vector<SelectorRequirement> requirements) {
  std::stable_sort(requirements.begin(), requirements.end(),
                   [](const SelectorRequirement& a, const SelectorRequirement& b) { return a.key < b.key; });
  for (const SelectorRequirement& requirement : requirements) {
    if (requirement.operation == "!=") return "\"!=\" is not a valid label selector operator";
    if (requirement.operation == ">") return "\"gt\" isn't supported in label selectors";
    if (requirement.operation == "<") return "\"lt\" isn't supported in label selectors";
  }
  return "";
}

std::string TextOf(const SelectorRequirement& requirement) {
  const auto& [key, operation, values] = requirement;
  if (operation.empty() || operation == "!") return absl::StrCat(operation, key);
  if (requirement.IsEquality()) return absl::StrCat(key, "=", values.front());
  return absl::StrCat(key, " ", operation, " (", absl::StrJoin(values, ","), ")");
}

}  // namespace

std::string SelectorError(absl::string_view text) {
  std::vector<SelectorRequirement> requirements;
  const std::string error = ParseSelector(text, requirements);
  if (error.empty()) return UnsupportedError(std::move(requirements));
  return absl::StrCat("couldn't parse the selector string \"", Quoted(text), "\": ", error);
}

absl::optional<SelectorProblem> MetricSelectorProblem(const v1::LabelSelector& selector) {
  const std::map<std::string, std::string> labels(selector.match_labels().begin(), selector.match_labels().end());
  for (const auto& [key, value] : labels) {
    std::vector<std::string> errors = LabelKeyErrors(key);
    AddLabelValueErrors(key, std::vector<std::string>{value}, errors);
    if (!errors.empty()) {
      return SelectorProblem{absl::StrCat("matchLabels[", Quoted(key), "]"), AggregateOf(std::move(errors))};
    }
  }
  for (int i = 0; i < selector.match_expressions_size(); ++i) {
    std::string error = ExpressionError(selector.match_expressions(i));
    if (!error.empty()) return SelectorProblem{Indexed("matchExpressions", i), std::move(error)};
  }
  return absl::nullopt;
}

std::string CanonicalSelector(absl::string_view text) {
  std::vector<SelectorRequirement> requirements;
  ParseSelector(text, requirements);
  std::stable_sort(requirements.begin(), requirements.end(),
                   [](const SelectorRequirement& a, const SelectorRequirement& b) {
                     return a.key != b.key ? a.key < b.key : a.IsEquality() && !b.IsEquality();
                   });
  std::vector<std::string> texts;
  const SelectorRequirement* last = nullptr;
  for (const SelectorRequirement& requirement : requirements) {
    // The requirements `key=value` of a key come before the other requirements of the key. Only the last requirement
    // `key=value` of a key is used.
    if (last != nullptr && last->key == requirement.key && requirement.IsEquality()) texts.pop_back();
    texts.push_back(TextOf(requirement));
    last = &requirement;
  }
  return absl::StrJoin(texts, ",");
}

}  // namespace cpsizer
