#ifndef CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/objects/tree_builder.h"

namespace cpsizer::objects {

// Whether a file is JSON: it begins with `{"` or `{}`, blanks aside. YAML may begin so too; kubectl takes it for JSON.
bool LooksLikeJson(absl::string_view text);

// Tells `builder` the objects of a JSON file: one, or several in a row, with lines of `---` between them or not. JSON
// is nearly YAML, but yaml-cpp knows no surrogate pairs and keeps a whole line of it in memory, piece by piece.
void ReadJsonDocuments(absl::string_view text, TreeBuilder& builder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_JSON_DOCUMENTS_H_
