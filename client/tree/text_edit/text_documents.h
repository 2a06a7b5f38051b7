#ifndef CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_DOCUMENTS_H_
#define CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_DOCUMENTS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/text_edit/template_text.h"
#include "client/tree/text_edit/text_node.h"

namespace cpsizer::tree {

// Reads the documents of a YAML or JSON text with their places. `masked` is TemplateText::masked(). Reads less of YAML
// than ReadDocuments(), because a template is not YAML: values that it does not understand are opaque, and a line whose
// indentation does not fit sets `problem`.
std::vector<TextNode> ReadTextDocuments(absl::string_view masked, TextProblem& problem);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_DOCUMENTS_H_
