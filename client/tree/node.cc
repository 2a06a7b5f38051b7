#include "client/tree/node.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/types/optional.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kNulls[] = {"", "~", "null", "Null", "NULL"};
constexpr absl::string_view kTrues[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "y", "Y", "on", "On", "ON"};
constexpr absl::string_view kFalses[] = {"false", "False", "FALSE", "no", "No", "NO", "n", "N", "off", "Off", "OFF"};
constexpr absl::string_view kNotFinite[] = {".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF"};

template <size_t n>
bool OneOf(absl::string_view text, const absl::string_view (&words)[n]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

bool TakeSign(absl::string_view& text) {
  const bool negative = absl::StartsWith(text, "-");
  if (negative || absl::StartsWith(text, "+")) text.remove_prefix(1);
  return negative;
}

// Parses `text` like strconv.ParseInt of Go with base 0: the prefixes 0x, 0o, 0b and 0 select the base.
absl::optional<int64_t> ParseInteger(absl::string_view text) {
  std::string digits = TakeSign(text) ? "-" : "";
  int base = 10;
  if (text.size() > 1 && text.front() == '0') {
    const char letter = absl::ascii_tolower(text[1]);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    text.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  // Without this check, from_chars() would accept a second sign.
  if (text.empty() || !absl::ascii_isxdigit(text.front())) return absl::nullopt;
  absl::StrAppend(&digits, text);
  const char* end = digits.data() + digits.size();
  int64_t value = 0;
  const std::from_chars_result result = std::from_chars(digits.data(), end, value, base);
  if (result.ec != std::errc() || result.ptr != end) return absl::nullopt;
  return value;
}

// Returns whether the whole text matches `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
bool IsFloat(absl::string_view text) {
  const auto take_digits = [&text] {
    size_t count = 0;
    while (count < text.size() && absl::ascii_isdigit(text[count])) ++count;
    text.remove_prefix(count);
    return count > 0;
  };
  TakeSign(text);
  const bool whole = take_digits();
  bool decimals = false;
  if (absl::StartsWith(text, ".")) {
    text.remove_prefix(1);
    decimals = take_digits();
  }
  if (!whole && !decimals) return false;
  if (text.empty()) return true;
  if (absl::ascii_tolower(text.front()) != 'e') return false;
  text.remove_prefix(1);
  TakeSign(text);
  return take_digits() && text.empty();
}

void ResolveNumber(absl::string_view source, Node& node) {
  const std::string text = absl::StrReplaceAll(source, {{"_", ""}});
  if (const absl::optional<int64_t> integer = ParseInteger(text)) {
    node.kind = NodeKind::kInteger;
    node.integer = *integer;
    return;
  }
  double value = 0;
  if (!IsFloat(text) || !absl::SimpleAtod(text, &value) || std::isinf(value)) return;
  node.kind = NodeKind::kFloat;
  constexpr double kPastInt64 = 9223372036854775808.0;
  if (value == std::trunc(value) && value >= -kPastInt64 && value < kPastInt64) {
    node.kind = NodeKind::kInteger;
    node.integer = static_cast<int64_t>(value);
  }
}

bool IsNotFinite(absl::string_view text) {
  TakeSign(text);
  return OneOf(text, kNotFinite);
}

}  // namespace

const Node* Node::Find(absl::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::Find(absl::string_view key) {
  return const_cast<Node*>(const_cast<const Node*>(this)->Find(key));
}

bool operator==(const Node& a, const Node& b) {
  const auto same_entry = [](const Entry& x, const Entry& y) { return x.key == y.key && x.value == y.value; };
  return a.kind == b.kind && a.text == b.text && a.integer == b.integer && a.items == b.items &&
         std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(), same_entry);
}

const Node& Find(const Node& node, std::initializer_list<absl::string_view> path) {
  static const auto* const null = new Node;
  const Node* value = &node;
  for (const absl::string_view key : path) {
    value = value->Find(key);
    if (value == nullptr) return *null;
  }
  return *value;
}

absl::string_view TextAt(const Node& node, std::initializer_list<absl::string_view> path) {
  const Node& value = Find(node, path);
  return value.is_text() ? absl::string_view(value.text) : absl::string_view();
}

int64_t NumberAt(const Node& node, std::initializer_list<absl::string_view> path) {
  const Node& value = Find(node, path);
  return value.kind == NodeKind::kInteger ? value.integer : 0;
}

std::string TextAt(const Node& node, absl::string_view key, const std::string& missing) {
  const Node* value = node.Find(key);
  return value != nullptr && value->kind == NodeKind::kText ? value->text : missing;
}

void SetText(Node& map, absl::string_view key, std::string text) {
  Node value;
  value.kind = NodeKind::kText;
  value.text = std::move(text);
  Node* const known = map.Find(key);
  if (known != nullptr) {
    *known = std::move(value);
  } else {
    map.entries.push_back({std::string(key), {}, std::move(value)});
  }
}

absl::string_view KindWords(NodeKind kind) {
  switch (kind) {
    case NodeKind::kNull:
      return "empty";
    case NodeKind::kBool:
      return "a boolean";
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return "a number";
    case NodeKind::kText:
      return "text";
    case NodeKind::kList:
      return "a list";
    case NodeKind::kMap:
      return "a mapping";
  }
  return "";
}

Node PlainScalar(Position position, std::string text) {
  Node node;
  node.plain = true;
  node.position = position;
  node.kind = NodeKind::kText;
  if (OneOf(text, kNulls)) {
    node.kind = NodeKind::kNull;
  } else if (OneOf(text, kTrues) || OneOf(text, kFalses)) {
    node.kind = NodeKind::kBool;
    node.integer = OneOf(text, kTrues) ? 1 : 0;
  } else if (IsNotFinite(text)) {
    node.kind = NodeKind::kFloat;
  } else if (absl::ascii_isdigit(text.front()) || absl::StrContains("+-.", text.substr(0, 1))) {
    ResolveNumber(text, node);
  }
  node.text = std::move(text);
  return node;
}

}  // namespace cpsizer::tree
