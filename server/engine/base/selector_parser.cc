#include "server/engine/base/selector_parser.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

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

// Returns the errors of a requirement that is completely parsed.
std::string ValueErrors(const SelectorRequirement& requirement) {
  const auto& [key, operation, values] = requirement;
  std::vector<std::string> errors;
  int64_t number = 0;
  const bool compares = operation == ">" || operation == "<";
  if (compares && !absl::SimpleAtoi(values.front(), &number)) {
    errors.push_back(
        InvalidValue("values[0]", values.front(), "for 'Gt', 'Lt' operators, the value must be an integer"));
  }
  AddLabelValueErrors(key, values, errors);
  return AggregateOf(std::move(errors));
}

// Parses a selector token by token, as labels.Parse does. Each function that returns a std::string returns an error, or
// an empty text if there is no error.
class SelectorParser {
 public:
  SelectorParser(absl::string_view text, std::vector<SelectorRequirement>& requirements)
      : tokens_(Tokens(text)), requirements_(requirements) {}

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
    if (!error.empty()) return InvalidValue("<nil>", key, error);
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

  std::string Add(SelectorRequirement requirement) {
    std::vector<absl::string_view>& values = requirement.values;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    requirements_.push_back(std::move(requirement));
    return ValueErrors(requirements_.back());
  }

  const std::vector<absl::string_view> tokens_;
  size_t next_ = 0;
  std::vector<SelectorRequirement>& requirements_;
};

}  // namespace

std::string ParseSelector(absl::string_view text, std::vector<SelectorRequirement>& requirements) {
  return SelectorParser(text, requirements).Parse();
}

bool HasNoRequirements(absl::string_view text) {
  return UntilEnd(text).find_first_not_of(kSpaces) == absl::string_view::npos;
}

}  // namespace cpsizer
