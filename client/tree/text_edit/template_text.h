#ifndef CPSIZER_CLIENT_TREE_TEXT_EDIT_TEMPLATE_TEXT_H_
#define CPSIZER_CLIENT_TREE_TEXT_EDIT_TEMPLATE_TEXT_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::tree {

// A branch of a template in which a text is: `if`, `else`, `range` and so on.
struct TemplateBranch {
  int block = 0;         // the number of the block in the text
  int index = 0;         // 0 before the first `else` of the block
  bool is_loop = false;  // the block is a `range`, which can repeat the text

  friend bool operator==(const TemplateBranch& a, const TemplateBranch& b) {
    return a.block == b.block && a.index == b.index;
  }
};

// All branches in which a text is, from the outer to the inner one.
using TemplateBranches = std::vector<TemplateBranch>;

// Returns whether text in `inner` is only there together with text in `outer`.
bool IsInside(const TemplateBranches& inner, const TemplateBranches& outer);
// Returns whether two texts are in different branches of a block, so that at most one of them is used.
bool AreExclusive(const TemplateBranches& a, const TemplateBranches& b);

// An error at an offset of a text.
struct TextProblem {
  size_t offset = 0;
  std::string message;  // empty: no error
};

// The directives `{{ }}` of a Helm template, hidden, so that the rest can be read as YAML. A text without directives is
// unchanged.
//
// Source of the syntax: the Go package text/template.
class TemplateText {
 public:
  // In place of the characters of a directive that is a part of a key or of a value.
  static constexpr char kHidden = '\x01';

  // Reads `text`. Sets `problem` at a directive or a block that has no end.
  TemplateText(absl::string_view text, TextProblem& problem);

  // The text with the same offsets and lines. Lines with only directives and comments are blank.
  absl::string_view masked() const { return masked_; }

  // Returns the branches at an offset.
  const TemplateBranches& BranchesAt(size_t offset) const;

 private:
  // Reads the directive at `begin`. Returns its end, or npos without an end.
  size_t FindEnd(absl::string_view text, size_t begin) const;
  void Hide(size_t begin, size_t end);
  void BlankLinesOfDirectives();
  // Opens, changes or closes a block after the directive `body`, which ends at `end`. Returns an error message.
  std::string Apply(absl::string_view body, size_t end);

  std::string masked_;
  TemplateBranches current_;
  std::vector<size_t> begins_;  // of the blocks of current_
  int blocks_ = 0;
  std::vector<std::pair<size_t, TemplateBranches>> changes_;  // by offset
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_TEXT_EDIT_TEMPLATE_TEXT_H_
