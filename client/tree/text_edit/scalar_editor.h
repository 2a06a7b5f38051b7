#ifndef CPSIZER_CLIENT_TREE_TEXT_EDIT_SCALAR_EDITOR_H_
#define CPSIZER_CLIENT_TREE_TEXT_EDIT_SCALAR_EDITOR_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/tree/node.h"
#include "client/tree/text_edit/template_text.h"
#include "client/tree/text_edit/text_node.h"

namespace cpsizer::tree {

// A step of the path of a value: a key, and for a list the item whose keys have these values.
struct PathStep {
  std::string key;
  std::vector<std::pair<std::string, std::string>> item = {};
};

// A new value for a scalar.
struct ScalarEdit {
  std::vector<PathStep> path;           // from the object on
  absl::optional<std::string> present;  // the value that is there, as a check; absent: any value
  std::string value;                    // letters, digits, `.`, `-` and `+`, so that it needs no quotes
};

// Returns a path for messages, such as `spec.sizes[name=small].effects.kasGoMemLimit`.
std::string PathText(const std::vector<PathStep>& path);

// Returns the position of an offset of a text.
Position PositionIn(absl::string_view text, size_t offset);

// Changes scalars in the text of a YAML or JSON file or of a Helm template. All other characters stay: comments,
// quotes, layout and directives. Not thread-safe.
class ScalarEditor {
 public:
  // Reads `text`, in which the objects of the kind `kind` will be changed. Sets `problem` if the text cannot be edited:
  // its structure is not understood.
  ScalarEditor(std::string text, absl::string_view kind, TextProblem& problem);

  // Adds an edit. Returns a problem, and changes nothing, if the value
  // - is not in the text, or is there several times. Of several values in exclusive branches of a template, the only
  //   one that is `present` is changed;
  // - is not `present`, or is not a scalar in one line: a directive, an alias, a text with escapes;
  // - can be used at several places: in a `range`, below an anchor, or outside the branch in which its object begins.
  TextProblem Set(const ScalarEdit& edit);

  // Returns the text with all edits.
  std::string Text() const;

  const std::string& original() const { return text_; }

 private:
  // A value at the end of a path.
  struct Found {
    const TextNode* node;
    bool is_shared;  // can be used at several places
  };
  // The state of a search.
  struct Search {
    const ScalarEdit& edit;
    std::vector<Found> found;
    size_t deepest = 0;  // the place where the search came furthest, and the steps to it
    size_t steps = 0;
  };

  // Adds the values at the end of the path from `step` on, in `node`, which begins at `offset`.
  void Find(const TextNode& node, size_t offset, size_t step, bool is_shared, Search& search) const;
  bool IsItem(const TextNode& node, const PathStep& step) const;
  absl::string_view ValueOf(const TextNode& node) const;
  bool IsOfKind(const TextNode& document) const;
  // Returns why a value cannot be changed, or an empty text.
  std::string Refusal(const Found& found, const ScalarEdit& edit) const;
  // Returns the value to change, or null with a problem.
  const Found* Choose(const Search& search, TextProblem& problem) const;

  const std::string text_;
  const std::string kind_;
  const TemplateText template_;
  std::vector<TextNode> documents_;
  std::map<size_t, std::pair<size_t, std::string>> edits_;  // by the begin of the value: its end, the new value
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_TEXT_EDIT_SCALAR_EDITOR_H_
