#include "server/engine/replicas/validate/selector.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

struct Requirement {
  absl::string_view key;
  // The operator, for example `in` or `!=`. Empty if the text is only a key; `!` for a key that must be absent.
  absl::string_view operation;
  // The values in order; each value occurs once.
  std::vector<absl::string_view> values;
};

bool IsEquality(const Requirement& requirement) {
  return requirement.operation == "=" || requirement.operation == "==";
}

bool IsMark(char c) {
  return absl::string_view("=!(),><").find(c) != absl::string_view::npos;
}

constexpr absl::string_view kSpaces = " \t\r\n";

bool IsSpace(char c) {
  return kSpaces.find(c) != absl::string_view::npos;
}

// As in labels.Parse, the character 0 ends the text.
absl::string_view UntilEnd(absl::string_view text) {
  return text.substr(0, text.find('\0'));
}

// Returns the tokens of `text`: words, `!=`, `==` and single marks. The last token is empty.
std::vector<absl::string_view> Tokens(absl::string_view text) {
  text = UntilEnd(text);
  std::vector<absl::string_view> tokens;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    if (IsSpace(text[i])) {
      ++i;
      continue;
    }
    if (IsMark(text[i])) {
      const absl::string_view two = text.substr(i, 2);
      i += two == "==" || two == "!=" ? 2 : 1;
    } else {
      while (i < text.size() && !IsMark(text[i]) && !IsSpace(text[i])) ++i;
    }
    tokens.push_back(text.substr(begin, i - begin));
  }
  tokens.push_back("");
  return tokens;
}

std::string Found(absl::string_view token, absl::string_view expected) {
  return absl::StrCat("found '", Quoted(token), "'", expected);
}

std::string Invalid(absl::string_view field, absl::string_view value, absl::string_view why) {
  return absl::StrCat(field, ": Invalid value: \"", Quoted(value), "\": ", why);
}

// Returns the errors as the text of an aggregate of apimachinery: one error alone, or several errors in brackets.
std::string Aggregate(std::vector<std::string> errors) {
  // An aggregate has each text once.
  std::vector<std::string> once;
  for (std::string& error : errors) {
    if (std::find(once.begin(), once.end(), error) == once.end()) once.push_back(std::move(error));
  }
  return once.size() > 1 ? absl::StrCat("[", absl::StrJoin(once, ", "), "]") : absl::StrJoin(once, "");
}

// Adds the errors of values that no label can have.
template <typename Values>
void AddLabelValueErrors(absl::string_view key, const Values& values, std::vector<std::string>& errors) {
  int i = 0;
  for (const auto& value : values) {
    const std::string error = LabelValueError(value);
    if (!error.empty()) errors.push_back(Invalid(absl::StrCat("values[", i, "][", Quoted(key), "]"), value, error));
    ++i;
  }
}

// Returns the errors of a requirement that is completely parsed.
std::string ValueErrors(const Requirement& requirement) {
  const auto& [key, operation, values] = requirement;
  std::vector<std::string> errors;
  int64_t number = 0;
  const bool compares = operation == ">" || operation == "<";
  if (compares && !absl::SimpleAtoi(values.front(), &number)) {
    errors.push_back(Invalid("values[0]", values.front(), "for 'Gt', 'Lt' operators, the value must be an integer"));
  }
  AddLabelValueErrors(key, values, errors);
  return Aggregate(std::move(errors));
}

std::vector<std::string> LabelKeyErrors(absl::string_view key) {
  const std::string error = LabelKeyError(key);
  return error.empty() ? std::vector<std::string>() : std::vector<std::string>{Invalid("key", key, error)};
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
  return Aggregate(std::move(errors));
}

// Parses a selector token by token, as labels.Parse does. Each function that returns a std::string returns an error, or
// an empty text if there is no error.
class SelectorParser {
 public:
  explicit SelectorParser(absl::string_view text) : tokens_(Tokens(text)) {}

  std::string Parse() {
    while (IsWord() || Peek() == "!") {
      std::string error = ReadRequirement();
      if (!error.empty()) return absl::StrCat("unable to parse requirement: ", error);
      const absl::string_view separator = Take();
      if (separator.empty()) return "";
      if (separator != ",") return Found(separator, ", expected: ',' or 'end of string'");
      if (!IsWord() && Peek() != "!") return Found(Peek(), ", expected: identifier after ','");
    }
    return Peek().empty() ? "" : Found(Peek(), ", expected: !, identifier, or 'end of string'");
  }

  const std::vector<Requirement>& requirements() const { return requirements_; }

 private:
  absl::string_view Peek() const { return tokens_[next_]; }
  absl::string_view Take() { return next_ + 1 < tokens_.size() ? tokens_[next_++] : tokens_.back(); }
  bool IsWord() const { return !Peek().empty() && !IsMark(Peek().front()); }

  std::string ReadRequirement() {
    const bool absent = Peek() == "!";
    if (absent) Take();
    if (!IsWord()) return Found(Peek(), ", expected: identifier");
    const absl::string_view key = Take();
    const std::string error = LabelKeyError(key);
    if (!error.empty()) return Invalid("<nil>", key, error);
    if (absent || Peek().empty() || Peek() == ",") {
      requirements_.push_back({key, absent ? "!" : "", {}});
      return "";
    }
    const absl::string_view operation = Take();
    if (operation == "in" || operation == "notin") return ReadList(key, operation);
    if (operation == "=" || operation == "==" || operation == "!=" || operation == "<" || operation == ">") {
      return ReadValue(key, operation);
    }
    return Found(operation, ", expected: in, notin, =, ==, !=, gt, lt");
  }

  std::string ReadValue(absl::string_view key, absl::string_view operation) {
    if (Peek().empty() || Peek() == ",") return Add({key, operation, {""}});
    if (!IsWord()) return Found(Peek(), ", expected: identifier");
    return Add({key, operation, {Take()}});
  }

  std::string ReadList(absl::string_view key, absl::string_view operation) {
    const absl::string_view open = Take();
    if (open != "(") return Found(open, " expected: '('");
    if (!IsWord() && Peek() != "," && Peek() != ")") return Found(Peek(), ", expected: ',', ')' or identifier");
    std::vector<absl::string_view> values;
    // If there is nothing between two marks, the value is empty.
    bool value_due = true;
    while (Peek() != ")") {
      if (IsWord()) {
        values.push_back(Take());
        value_due = false;
        if (Peek() != "," && Peek() != ")") return Found(Peek(), ", expected: ',' or ')'");
      } else if (Peek() == ",") {
        Take();
        if (value_due) values.emplace_back("");
        value_due = true;
      } else {
        return Found(Peek(), ", expected: ',', or identifier");
      }
    }
    Take();
    if (value_due) values.emplace_back("");
    return Add({key, operation, std::move(values)});
  }

  std::string Add(Requirement requirement) {
    std::vector<absl::string_view>& values = requirement.values;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    requirements_.push_back(std::move(requirement));
    return ValueErrors(requirements_.back());
  }

  const std::vector<absl::string_view> tokens_;
  size_t next_ = 0;
  std::vector<Requirement> requirements_;
};

// Returns an error about the first requirement that a metav1.LabelSelector cannot represent, because a LabelSelector
// has fewer operators. Returns an empty text if a LabelSelector can represent all requirements.
std::string UnsupportedError(std::vector<Requirement> requirements) {
  std::stable_sort(requirements.begin(), requirements.end(),
                   [](const Requirement& a, const Requirement& b) { return a.key < b.key; });
  for (const Requirement& requirement : requirements) {
    if (requirement.operation == "!=") return "\"!=\" is not a valid label selector operator";
    if (requirement.operation == ">") return "\"gt\" isn't supported in label selectors";
    if (requirement.operation == "<") return "\"lt\" isn't supported in label selectors";
  }
  return "";
}

std::string TextOf(const Requirement& requirement) {
  const auto& [key, operation, values] = requirement;
  if (operation.empty() || operation == "!") return absl::StrCat(operation, key);
  if (IsEquality(requirement)) return absl::StrCat(key, "=", values.front());
  return absl::StrCat(key, " ", operation, " (", absl::StrJoin(values, ","), ")");
}

}  // namespace

std::string SelectorError(absl::string_view text) {
  SelectorParser parser(text);
  const std::string error = parser.Parse();
  if (error.empty()) return UnsupportedError(parser.requirements());
  return absl::StrCat("couldn't parse the selector string \"", Quoted(text), "\": ", error);
}

absl::optional<SelectorProblem> MetricSelectorProblem(const v1::LabelSelector& selector) {
  const std::map<std::string, std::string> labels(selector.match_labels().begin(), selector.match_labels().end());
  for (const auto& [key, value] : labels) {
    std::vector<std::string> errors = LabelKeyErrors(key);
    AddLabelValueErrors(key, std::vector<std::string>{value}, errors);
    if (!errors.empty()) {
      return SelectorProblem{absl::StrCat("matchLabels[", Quoted(key), "]"), Aggregate(std::move(errors))};
    }
  }
  for (int i = 0; i < selector.match_expressions_size(); ++i) {
    std::string error = ExpressionError(selector.match_expressions(i));
    if (!error.empty()) return SelectorProblem{Indexed("matchExpressions", i), std::move(error)};
  }
  return absl::nullopt;
}

bool HasNoRequirements(absl::string_view text) {
  return UntilEnd(text).find_first_not_of(kSpaces) == absl::string_view::npos;
}

std::string CanonicalSelector(absl::string_view text) {
  SelectorParser parser(text);
  parser.Parse();
  std::vector<Requirement> requirements = parser.requirements();
  std::stable_sort(requirements.begin(), requirements.end(), [](const Requirement& a, const Requirement& b) {
    return a.key != b.key ? a.key < b.key : IsEquality(a) && !IsEquality(b);
  });
  std::vector<std::string> texts;
  const Requirement* last = nullptr;
  for (const Requirement& requirement : requirements) {
    // The requirements `key=value` of a key come before the other requirements of the key. Only the last requirement
    // `key=value` of a key is used.
    if (last != nullptr && last->key == requirement.key && IsEquality(requirement)) texts.pop_back();
    texts.push_back(TextOf(requirement));
    last = &requirement;
  }
  return absl::StrJoin(texts, ",");
}

}  // namespace cpsizer
