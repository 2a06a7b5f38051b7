#include "client/tree/text_edit/template_text.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kOpen = "{{";
constexpr absl::string_view kClose = "}}";
constexpr absl::string_view kBlockWords[] = {"if", "with", "range", "define", "block"};

// Returns the first word of a directive.
absl::string_view FirstWord(absl::string_view body) {
  body = absl::StripLeadingAsciiWhitespace(body);
  const auto* const end = std::find_if_not(body.begin(), body.end(), [](char c) { return absl::ascii_isalpha(c); });
  return body.substr(0, static_cast<size_t>(end - body.begin()));
}

}  // namespace

bool IsInside(const TemplateBranches& inner, const TemplateBranches& outer) {
  return inner.size() >= outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

bool AreExclusive(const TemplateBranches& a, const TemplateBranches& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].block != b[i].block) return false;
    if (a[i].index != b[i].index) return !a[i].is_loop;
  }
  return false;
}

TemplateText::TemplateText(absl::string_view text, TextProblem& problem) : masked_(text), changes_({{0, {}}}) {
  for (size_t begin = text.find(kOpen); begin != absl::string_view::npos;) {
    const size_t end = FindEnd(text, begin);
    if (end == absl::string_view::npos) {
      problem = {begin, "this directive has no }}"};
      return;
    }
    absl::string_view body = text.substr(begin + 2, end - begin - 4);
    absl::ConsumePrefix(&body, "-");
    problem.message = Apply(body, end);
    if (!problem.message.empty()) {
      problem.offset = begin;
      return;
    }
    if (begins_.size() < current_.size()) begins_.push_back(begin);
    begins_.resize(current_.size());
    Hide(begin, end);
    begin = text.find(kOpen, end);
  }
  if (!begins_.empty()) problem = {begins_.back(), "this block of the template has no end"};
  BlankLinesOfDirectives();
}

size_t TemplateText::FindEnd(absl::string_view text, size_t begin) const {
  size_t at = begin + 2;
  absl::string_view start = text.substr(at, 4);
  absl::ConsumePrefix(&start, "- ");
  if (absl::StartsWith(start, "/*")) {
    at = text.find("*/", at);
    if (at != absl::string_view::npos) at = text.find(kClose, at);
    return at == absl::string_view::npos ? at : at + 2;
  }
  while (at < text.size()) {
    const char c = text[at];
    if (absl::StartsWith(text.substr(at), kClose)) return at + 2;
    ++at;
    if (c != '"' && c != '`' && c != '\'') continue;
    while (at < text.size() && text[at] != c) at += text[at] == '\\' && c != '`' ? 2 : 1;
    ++at;
  }
  return absl::string_view::npos;
}

std::string TemplateText::Apply(absl::string_view body, size_t end) {
  const absl::string_view word = FirstWord(body);
  if (word == "else" || word == "end") {
    if (current_.empty()) return absl::StrCat("this ", word, " has no block");
    if (word == "end") {
      current_.pop_back();
    } else {
      ++current_.back().index;
    }
  } else if (std::find(std::begin(kBlockWords), std::end(kBlockWords), word) != std::end(kBlockWords)) {
    current_.push_back({blocks_++, 0, word == "range" || word == "define" || word == "block"});
  } else {
    return "";
  }
  changes_.emplace_back(end, current_);
  return "";
}

void TemplateText::Hide(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (masked_[i] != '\n') masked_[i] = kHidden;
  }
}

void TemplateText::BlankLinesOfDirectives() {
  const auto is_blank = [](char c) { return c == kHidden || c == ' ' || c == '\t' || c == '\r'; };
  for (size_t begin = 0; begin < masked_.size();) {
    const size_t end = std::min(masked_.find('\n', begin), masked_.size());
    const auto first = masked_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = masked_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto other = std::find_if_not(first, last, is_blank);
    if (other == last || *other == '#') std::replace(first, other, kHidden, ' ');
    begin = end + 1;
  }
}

const TemplateBranches& TemplateText::BranchesAt(size_t offset) const {
  const auto after = std::upper_bound(changes_.begin(), changes_.end(), offset,
                                      [](size_t at, const auto& change) { return at < change.first; });
  return std::prev(after)->second;
}

}  // namespace cpsizer::tree
