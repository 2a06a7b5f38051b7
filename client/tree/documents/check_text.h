#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_CHECK_TEXT_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_CHECK_TEXT_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "client/tree/documents/document_problems.h"

namespace cpsizer::tree {

// Checks that `bytes` are UTF-8 text without control characters, except tabs and line ends. Removes a byte-order mark
// from the beginning of `bytes`. If the check fails, adds a problem and returns false.
bool CheckText(absl::string_view& bytes, DocumentProblems& problems);

// Returns the offset of the first line after `offset` that begins a document of a YAML or JSON file: `---`, alone or
// before a blank. Returns npos if there is none. Such a line begins a document even where a quoted string is not
// closed.
size_t FindDocumentBegin(absl::string_view text, size_t offset);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_CHECK_TEXT_H_
