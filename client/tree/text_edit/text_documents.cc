#include "client/tree/text_edit/text_documents.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "client/tree/text_edit/text_scanner.h"

namespace cpsizer::tree {
namespace {

class DocumentReader {
 public:
  DocumentReader(absl::string_view text, TextProblem& problem) : scanner_(text), problem_(problem) {}

  std::vector<TextNode> Read() {
    std::vector<TextNode> documents;
    for (NextLine(); !at_end_ && ok(); NextLine()) {
      if (IsMarker()) {
        EndLine();
        continue;
      }
      documents.emplace_back();
      ReadBlock(0, documents.back());
      if (ok() && !at_end_ && !IsMarker()) Fail("the indentation of this line does not fit to the lines before");
    }
    return documents;
  }

 private:
  bool ok() const { return problem_.message.empty(); }
  void Fail(const char* message) {
    if (ok()) problem_ = {scanner_.at, message};
  }

  // Goes to the first character of the current line or, if nothing is left in it, of the next line with a value.
  void NextLine() {
    while (true) {
      if (scanner_.at >= scanner_.text().size()) {
        at_end_ = true;
        return;
      }
      if (!scanner_.AtLineEnd()) break;
      EndLine();
    }
    if (begins_line_) column_ = scanner_.at - line_begin_;
    begins_line_ = false;
  }
  void EndLine() {
    scanner_.at = std::min(scanner_.LineEnd() + 1, scanner_.text().size());
    line_begin_ = scanner_.at;
    begins_line_ = true;
  }
  // Ends the line after a value, and goes to the next value.
  void EndValue() {
    if (!scanner_.AtLineEnd()) return Fail("the end of the line is expected here, after the value");
    EndLine();
    NextLine();
  }

  // Returns whether the current line is `---`, `...` or a directive of YAML.
  bool IsMarker() const {
    if (scanner_.at != line_begin_) return false;
    const absl::string_view rest = scanner_.text().substr(scanner_.at, 4);
    if (absl::StartsWith(rest, "%")) return true;
    return (absl::StartsWith(rest, "---") || absl::StartsWith(rest, "...")) &&
           (rest.size() == 3 || rest[3] == '\n' || rest[3] == ' ' || rest[3] == '\r');
  }
  bool AtItem() const {
    return scanner_.Peek() == '-' && (scanner_.Peek(1) == ' ' || scanner_.Peek(1) == '\n' || scanner_.Peek(1) == '\r');
  }
  // Returns whether the current line continues a collection that begins in `column`.
  bool Continues(size_t column) const { return ok() && !at_end_ && column_ == column && !IsMarker(); }

  // Reads the value that begins here.
  void ReadBlock(int depth, TextNode& node) {
    if (depth > kMaxTextDepth) return Fail("the values are nested too deeply here");
    const size_t column = column_;
    const size_t begin = scanner_.at;
    std::string key;
    if (AtItem()) return ReadList(depth, column, node);
    if (scanner_.Peek() != '{' && scanner_.Peek() != '[' && scanner_.ReadKey(false, key)) {
      scanner_.at = begin;
      return ReadMap(depth, column, node);
    }
    // A scalar in a line of its own is inside its key.
    ReadInline(depth, column == 0 ? 0 : column - 1, column == 0, node);
  }

  void ReadList(int depth, size_t column, TextNode& node) {
    node.kind = TextNode::Kind::kList;
    node.offset = scanner_.at;
    while (Continues(column) && AtItem()) {
      node.items.emplace_back();
      TextNode& item = node.items.back();
      ++scanner_.at;
      item.offset = scanner_.at;
      if (!scanner_.AtLineEnd()) {
        column_ = scanner_.at - line_begin_;  // the values after the dash are indented as far as the first one
        ReadBlock(depth + 1, item);
        continue;
      }
      EndLine();
      NextLine();
      if (!at_end_ && column_ > column) ReadBlock(depth + 1, item);
    }
  }

  void ReadMap(int depth, size_t column, TextNode& node) {
    node.kind = TextNode::Kind::kMap;
    node.offset = scanner_.at;
    while (Continues(column) && !AtItem()) {
      TextNode::Entry entry;
      entry.offset = scanner_.at;
      if (!scanner_.ReadKey(false, entry.key)) return Fail("a key with a colon is expected here");
      ReadEntry(depth, column, entry.value);
      node.entries.push_back(std::move(entry));
    }
  }

  // Reads the value of a key in `column`, after the colon.
  void ReadEntry(int depth, size_t column, TextNode& node) {
    node.offset = scanner_.at;
    SkipProperties(node);
    if (!scanner_.AtLineEnd()) return ReadInline(depth, column, false, node);
    EndLine();
    NextLine();
    const bool is_shared = node.is_shared;
    // The items of a list may have the indentation of the key.
    if (Continues(column) && AtItem()) {
      ReadList(depth + 1, column, node);
    } else if (ok() && !at_end_ && column_ > column) {
      ReadBlock(depth + 1, node);
    }
    node.is_shared |= is_shared;
  }

  // Skips an anchor and a tag.
  void SkipProperties(TextNode& node) {
    scanner_.SkipBlanks();
    while (scanner_.Peek() == '&' || scanner_.Peek() == '!') {
      node.is_shared = true;
      while (scanner_.Peek() != ' ' && scanner_.Peek() != '\n') ++scanner_.at;
      scanner_.SkipBlanks();
    }
  }

  // Reads a value in the current line. More lines that are indented further than `column` are a part of it.
  void ReadInline(int depth, size_t column, bool is_document, TextNode& node) {
    const bool is_shared = node.is_shared;
    const char first = scanner_.Peek();
    if (first == '{' || first == '[') {
      if (scanner_.ReadFlow(depth, node, problem_)) {
        line_begin_ = scanner_.text().rfind('\n', scanner_.at - 1) + 1;  // npos + 1 is 0
        EndValue();
      }
    } else if (first == '|' || first == '>') {
      node.kind = TextNode::Kind::kOpaque;
      SkipBlockScalar(column);
    } else {
      node = scanner_.ReadScalar(false);
      EndLine();
      NextLine();
    }
    node.is_shared = is_shared;
    while (ok() && !at_end_ && !IsMarker() && (column_ > column || is_document)) {
      node.kind = TextNode::Kind::kOpaque;
      EndLine();
      NextLine();
    }
  }

  // Skips the lines of a literal or folded text, in which `#` is not a comment.
  void SkipBlockScalar(size_t column) {
    EndLine();
    while (scanner_.at < scanner_.text().size()) {
      scanner_.SkipBlanks();
      if (scanner_.Peek() != '\n' && scanner_.at - line_begin_ <= column) break;
      EndLine();
    }
    NextLine();
  }

  TextScanner scanner_;
  TextProblem& problem_;
  bool at_end_ = false;
  bool begins_line_ = true;  // no value of the current line was read
  size_t line_begin_ = 0;
  size_t column_ = 0;  // of the current value, from 0
};

}  // namespace

std::vector<TextNode> ReadTextDocuments(absl::string_view masked, TextProblem& problem) {
  return DocumentReader(masked, problem).Read();
}

}  // namespace cpsizer::tree
