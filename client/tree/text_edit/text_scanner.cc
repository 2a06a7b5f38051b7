#include "client/tree/text_edit/text_scanner.h"

#include <algorithm>
#include <utility>

#include "absl/strings/string_view.h"

namespace cpsizer::tree {
namespace {

bool IsTextSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool IsFlowIndicator(char c) {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

bool IsQuote(char c) {
  return c == '"' || c == '\'';
}

}  // namespace

size_t TextScanner::LineEnd() const {
  return std::min(text_.find('\n', at), text_.size());
}

void TextScanner::SkipBlanks() {
  while (at < text_.size() && Peek() != '\n' && IsTextSpace(Peek())) ++at;
}

bool TextScanner::AtLineEnd() {
  SkipBlanks();
  return Peek() == '\n' || (Peek() == '#' && (at == 0 || IsTextSpace(text_[at - 1])));
}

void TextScanner::SkipSpace() {
  while (at < text_.size() && AtLineEnd()) at = std::min(LineEnd() + 1, text_.size());
}

size_t TextScanner::QuotedEnd() const {
  const char quote = Peek();
  for (size_t i = at + 1; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == '\\' && quote == '"') {
      ++i;
    } else if (text_[i] == quote) {
      if (quote == '"' || i + 1 >= text_.size() || text_[i + 1] != quote) return i + 1;
      ++i;  // two single quotes are one quote in the value
    }
  }
  return absl::string_view::npos;
}

size_t TextScanner::PlainEnd(bool in_flow) const {
  size_t i = at;
  for (; i < text_.size() && text_[i] != '\n'; ++i) {
    const char c = text_[i];
    const bool before_space = i + 1 >= text_.size() || IsTextSpace(text_[i + 1]);
    if (in_flow && (IsFlowIndicator(c) || (c == ':' && (before_space || IsFlowIndicator(text_[i + 1]))))) break;
    if (!in_flow && c == ':' && before_space) break;
    if (c == '#' && i > at && IsTextSpace(text_[i - 1])) break;
  }
  while (i > at && IsTextSpace(text_[i - 1])) --i;
  return i;
}

bool TextScanner::ReadKey(bool in_flow, std::string& key) {
  const size_t begin = at;
  const bool is_quoted = IsQuote(Peek());
  const size_t end = is_quoted ? QuotedEnd() : PlainEnd(in_flow);
  if (end == absl::string_view::npos || end == begin) return false;
  const size_t quotes = is_quoted ? 1 : 0;
  at = end;
  SkipBlanks();
  // In JSON, the value can follow the colon at once.
  const bool is_key = Peek() == ':' && (IsTextSpace(Peek(1)) || (in_flow && (is_quoted || IsFlowIndicator(Peek(1)))));
  if (!is_key) {
    at = begin;
    return false;
  }
  ++at;
  key = std::string(text_.substr(begin + quotes, end - begin - 2 * quotes));
  return true;
}

TextNode TextScanner::ReadScalar(bool in_flow) {
  TextNode node;
  node.offset = at;
  const bool is_quoted = IsQuote(Peek());
  const size_t quoted_end = is_quoted ? QuotedEnd() : 0;
  const size_t end = is_quoted && quoted_end != absl::string_view::npos ? quoted_end : PlainEnd(in_flow);
  const size_t quotes = is_quoted ? 1 : 0;
  node.begin = at + quotes;
  node.end = std::max(end - quotes, node.begin);
  const absl::string_view value = text_.substr(node.begin, node.end - node.begin);
  constexpr absl::string_view kNotSimple("\\\x01'\"", 4);
  const bool is_simple = quoted_end != absl::string_view::npos &&
                         value.find_first_of(kNotSimple) == absl::string_view::npos &&
                         absl::string_view("*&!|>%@`?").find(Peek()) == absl::string_view::npos;
  node.kind = is_simple ? TextNode::Kind::kScalar : TextNode::Kind::kOpaque;
  at = end;
  if (in_flow) return node;
  // Another text in the line is not a part of a scalar that is understood here.
  if (!AtLineEnd()) {
    node.kind = TextNode::Kind::kOpaque;
    at = LineEnd();
  }
  return node;
}

bool TextScanner::ReadFlowValue(int depth, TextNode& value, TextProblem& problem) {
  SkipSpace();
  if (Peek() == '{' || Peek() == '[') return ReadFlow(depth + 1, value, problem);
  if (IsFlowIndicator(Peek())) return true;
  value = ReadScalar(true);
  return true;
}

bool TextScanner::ReadFlowItem(int depth, TextNode& collection, TextProblem& problem) {
  if (collection.kind == TextNode::Kind::kList) {
    collection.items.emplace_back();
    return ReadFlowValue(depth, collection.items.back(), problem);
  }
  TextNode::Entry entry;
  entry.offset = at;
  if (!ReadKey(true, entry.key)) {
    problem = {at, "a key with a colon is expected here"};
    return false;
  }
  if (!ReadFlowValue(depth, entry.value, problem)) return false;
  collection.entries.push_back(std::move(entry));
  return true;
}

bool TextScanner::ReadFlow(int depth, TextNode& node, TextProblem& problem) {
  if (depth > kMaxTextDepth) {
    problem = {at, "the values are nested too deeply here"};
    return false;
  }
  const char close = Peek() == '{' ? '}' : ']';
  node.offset = at;
  node.kind = close == '}' ? TextNode::Kind::kMap : TextNode::Kind::kList;
  ++at;
  while (true) {
    SkipSpace();
    if (Peek() == close) break;
    if (!ReadFlowItem(depth, node, problem)) return false;
    SkipSpace();
    if (Peek() == ',') {
      ++at;
    } else if (Peek() != close) {
      problem = {at, "a comma or the end of the list or mapping is expected here"};
      return false;
    }
  }
  ++at;
  return true;
}

}  // namespace cpsizer::tree
