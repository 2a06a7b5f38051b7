#ifndef CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/objects/document_builder.h"

namespace cpsizer::objects {

// Returns whether `text` begins with `{"` or `{}` after blanks. kubectl reads such a file as JSON, although a YAML file
// can have the same beginning.
bool BeginsLikeJson(absl::string_view text);

// Passes the objects of a JSON file to `builder`. The file has one or several objects, with or without lines of `---`
// between them. JSON is not parsed as YAML, because the parser of YAML is slower, and does not support surrogate pairs.
// `text` must be valid UTF-8, and must outlive the calls.
void ReadJsonDocuments(absl::string_view text, DocumentBuilder& builder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
