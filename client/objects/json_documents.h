#ifndef CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/objects/tree_builder.h"

namespace cpsizer::objects {

// Returns whether a file is JSON: it begins with `{"` or `{}`, after blanks. YAML may also begin like that, but kubectl
// reads such a file as JSON.
bool BeginsLikeJson(absl::string_view text);

// Passes the objects of a JSON file to `builder`: one or several, with or without lines of `---` between them. It is
// not parsed as YAML, because yaml-cpp does not support surrogate pairs and keeps the tokens of a whole line in memory.
void ReadJsonDocuments(absl::string_view text, TreeBuilder& builder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
