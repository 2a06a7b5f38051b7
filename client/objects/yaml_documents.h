#ifndef CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/objects/tree_builder.h"

namespace cpsizer::objects {

// Tells `builder` the documents of a YAML file. Refuses aliases, tags and what is not YAML; yaml-cpp and its exceptions
// stay in here. Requires a text that CheckText has passed.
void ReadYamlDocuments(absl::string_view text, TreeBuilder& builder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_
