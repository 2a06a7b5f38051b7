#include "client/objects/documents.h"

#include "client/objects/document_builder.h"
#include "client/objects/file_text.h"
#include "client/objects/json_documents.h"
#include "client/objects/yaml_documents.h"

namespace cpsizer::objects {

void ReadFlatDocuments(absl::string_view bytes, ProblemList& problems,
                       absl::FunctionRef<void(const FlatDocument&)> document) {
  if (!CheckText(bytes, problems)) return;
  DocumentBuilder builder(problems, document, bytes.size());
  BeginsLikeJson(bytes) ? ReadJsonDocuments(bytes, builder) : ReadYamlDocuments(bytes, builder);
}

void ReadDocuments(absl::string_view bytes, ProblemList& problems, absl::FunctionRef<void(const Node&)> document) {
  ReadFlatDocuments(bytes, problems, [&document](const FlatDocument& flat) { document(flat.root().ToTree()); });
}

}  // namespace cpsizer::objects
