#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENTS_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENTS_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/tree/documents/document_problems.h"
#include "client/tree/documents/flat_document.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// Calls `document` for each non-empty document in the bytes of a YAML or JSON file. Only one document is in memory at a
// time. Accepts any bytes. Adds a problem for each malformed document.
void ReadFlatDocuments(absl::string_view bytes, DocumentProblems& problems,
                       absl::FunctionRef<void(const FlatDocument&)> document);

// Does the same as ReadFlatDocuments(), with each document as a tree.
void ReadDocuments(absl::string_view bytes, DocumentProblems& problems, absl::FunctionRef<void(const Node&)> document);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENTS_H_
