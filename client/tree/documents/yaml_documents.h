#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_DOCUMENTS_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_DOCUMENTS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "client/tree/documents/document_builder.h"

namespace cpsizer::tree {

// Passes the documents of a YAML file to `builder`. Rejects aliases, tags and malformed YAML. CheckText() must have
// accepted `text`, which begins in line `first_line` of the file. If the builder stops, returns the offset in `text`
// after which the next document can begin.
size_t ReadYamlDocuments(absl::string_view text, int first_line, DocumentBuilder& builder);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_DOCUMENTS_H_
