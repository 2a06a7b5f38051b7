#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_DOCUMENTS_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_DOCUMENTS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "client/tree/documents/document_builder.h"

namespace cpsizer::tree {

// Returns whether `text` begins with `{"` or `{}` after blanks and comments in the form of C++. kubectl reads such a
// file as JSON, although a YAML file can have the same beginning. Comments are an error of JSON, and are recognized so
// that the error is about them. A comment that begins with `#` is YAML.
bool BeginsLikeJson(absl::string_view text);

// Passes the objects of a JSON file to `builder`. The file has one or several objects, with or without lines of `---`
// between them. JSON is not parsed as YAML, because the parser of YAML is slower, and does not support surrogate pairs.
// `text` must be valid UTF-8, must outlive the calls, and begins in line `first_line` of the file. If the builder
// stops, returns the offset in `text` of the object that it was reading.
size_t ReadJsonDocuments(absl::string_view text, int first_line, DocumentBuilder& builder);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_DOCUMENTS_H_
