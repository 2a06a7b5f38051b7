#include "server/engine/replicas/selector.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cpsizer/limits.h"
#include "server/engine/text.h"

namespace cpsizer {
namespace {

bool IsAlphanumeric(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// At most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
bool IsNamePart(absl::string_view text) {
  if (text.empty() || text.size() > kMaxLabelValueBytes) return false;
  for (const char c : text) {
    if (!IsAlphanumeric(c) && c != '-' && c != '_' && c != '.') return false;
  }
  return IsAlphanumeric(text.front()) && IsAlphanumeric(text.back());
}

bool IsLowerAlphanumeric(char c) {
  return IsAlphanumeric(c) && !absl::ascii_isupper(static_cast<unsigned char>(c));
}

bool IsSubdomain(absl::string_view text) {
  if (text.empty() || text.size() > kMaxNameBytes) return false;
  for (const absl::string_view part : absl::StrSplit(text, '.')) {
    if (part.empty() || !IsLowerAlphanumeric(part.front()) || !IsLowerAlphanumeric(part.back())) return false;
    for (const char c : part) {
      if (!IsLowerAlphanumeric(c) && c != '-') return false;
    }
  }
  return true;
}

// `name` or `prefix/name`.
bool IsLabelKey(absl::string_view text) {
  const size_t slash = text.find('/');
  if (slash == absl::string_view::npos) return IsNamePart(text);
  return IsSubdomain(text.substr(0, slash)) && IsNamePart(text.substr(slash + 1));
}

bool IsLabelValue(absl::string_view text) {
  return text.empty() || IsNamePart(text);
}

// Reads a selector token by token: words, `!=`, `==`, and single marks.
class SelectorParser {
 public:
  explicit SelectorParser(absl::string_view text) : rest_(text) {}

  std::string Error() {
    if (Peek().empty()) return "";
    do {
      std::string error = Requirement();
      if (!error.empty()) return error;
    } while (Accept(","));
    return Peek().empty() ? "" : absl::StrCat("found \"", Quoted(Peek()), "\", expected: , or the end");
  }

 private:
  static bool IsMark(char c) { return absl::string_view("=!(),><").find(c) != absl::string_view::npos; }
  static bool IsWord(absl::string_view token) { return !token.empty() && !IsMark(token.front()); }

  // The next token; empty at the end.
  absl::string_view Peek() {
    rest_ = absl::StripLeadingAsciiWhitespace(rest_);
    if (rest_.empty()) return rest_;
    const absl::string_view two = rest_.substr(0, 2);
    if (two == "==" || two == "!=") return two;
    if (IsMark(rest_.front())) return rest_.substr(0, 1);
    size_t end = 0;
    while (end < rest_.size() && !IsMark(rest_[end]) && !absl::ascii_isspace(static_cast<unsigned char>(rest_[end]))) {
      ++end;
    }
    return rest_.substr(0, end);
  }

  bool Accept(absl::string_view token) {
    if (Peek() != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  // The next token where it is a word, else nothing of it.
  absl::string_view TakeWord() {
    const absl::string_view token = Peek();
    if (!IsWord(token)) return "";
    rest_.remove_prefix(token.size());
    return token;
  }

  std::string Requirement() {
    const bool absent = Accept("!");
    const absl::string_view key = TakeWord();
    if (key.empty()) return absl::StrCat("found \"", Quoted(Peek()), "\", expected: the key of a label");
    if (!IsLabelKey(key)) return absl::StrCat("\"", Quoted(key), "\" is not the key of a label");
    if (absent || Peek().empty() || Peek() == ",") return "";
    if (Accept("in") || Accept("notin")) return ValuesInBrackets();
    if (Accept("=") || Accept("==") || Accept("!=")) return CheckValue(TakeWord());
    if (Accept("<") || Accept(">")) return CheckNumber(TakeWord());
    return absl::StrCat("found \"", Quoted(Peek()), "\", expected: in, notin, =, ==, !=, >, <");
  }

  std::string ValuesInBrackets() {
    if (!Accept("(")) return absl::StrCat("found \"", Quoted(Peek()), "\", expected: (");
    do {
      std::string error = CheckValue(TakeWord());
      if (!error.empty()) return error;
    } while (Accept(","));
    return Accept(")") ? "" : absl::StrCat("found \"", Quoted(Peek()), "\", expected: , or )");
  }

  static std::string CheckValue(absl::string_view value) {
    return IsLabelValue(value) ? "" : absl::StrCat("\"", Quoted(value), "\" is not the value of a label");
  }

  static std::string CheckNumber(absl::string_view value) {
    int64_t number = 0;
    return absl::SimpleAtoi(value, &number) ? "" : absl::StrCat("\"", Quoted(value), "\" is not a whole number");
  }

  absl::string_view rest_;
};

}  // namespace

std::string SelectorError(absl::string_view text) {
  return SelectorParser(text).Error();
}

}  // namespace cpsizer
