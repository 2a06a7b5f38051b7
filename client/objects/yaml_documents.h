#ifndef CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/objects/document_builder.h"

namespace cpsizer::objects {

// Passes the documents of a YAML file to `builder`. Rejects aliases, tags and malformed YAML. CheckText() must have
// accepted `text`.
void ReadYamlDocuments(absl::string_view text, DocumentBuilder& builder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_YAML_DOCUMENTS_H_
