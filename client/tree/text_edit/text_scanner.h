#ifndef CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_SCANNER_H_
#define CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_SCANNER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/text_edit/template_text.h"
#include "client/tree/text_edit/text_node.h"

namespace cpsizer::tree {

// The deepest nesting of values that is read.
inline constexpr int kMaxTextDepth = 64;

// Reads the scalars and the flow collections (`{}` and `[]`) of a YAML text from a place on. Not thread-safe.
class TextScanner {
 public:
  // `text` is TemplateText::masked(), and must outlive this object.
  explicit TextScanner(absl::string_view text) : text_(text) {}

  size_t at = 0;  // the offset of the next character

  absl::string_view text() const { return text_; }
  // Returns the character `distance` after the next one; '\n' at the end.
  char Peek(size_t distance = 0) const { return at + distance < text_.size() ? text_[at + distance] : '\n'; }
  // Returns the end of the current line.
  size_t LineEnd() const;

  void SkipBlanks();
  // Returns whether the rest of the line is blank or a comment.
  bool AtLineEnd();

  // Reads the key of a mapping with the colon after it. Returns false, and stays in place, if there is no key here.
  bool ReadKey(bool in_flow, std::string& key);
  // Reads a scalar. In a flow collection, it ends before `,`, `]` and `}`.
  TextNode ReadScalar(bool in_flow);
  // Reads a collection that begins with `{` or `[`. Returns false with `problem` if it is malformed.
  bool ReadFlow(int depth, TextNode& node, TextProblem& problem);

 private:
  // Returns the end of a value in quotes, which is after the second quote, or npos.
  size_t QuotedEnd() const;
  size_t PlainEnd(bool in_flow) const;
  // Skips blanks, line ends and comments.
  void SkipSpace();
  bool ReadFlowItem(int depth, TextNode& collection, TextProblem& problem);
  bool ReadFlowValue(int depth, TextNode& value, TextProblem& problem);

  const absl::string_view text_;
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_SCANNER_H_
