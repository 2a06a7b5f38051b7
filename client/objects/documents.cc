#include "client/objects/documents.h"

#include "client/objects/file_text.h"
#include "client/objects/json_documents.h"
#include "client/objects/tree_builder.h"
#include "client/objects/yaml_documents.h"

namespace cpsizer::objects {

void ReadDocuments(absl::string_view bytes, ProblemList& problems, absl::FunctionRef<void(const Node&)> document) {
  if (!CheckText(bytes, problems)) return;
  TreeBuilder builder(problems, document);
  BeginsLikeJson(bytes) ? ReadJsonDocuments(bytes, builder) : ReadYamlDocuments(bytes, builder);
}

}  // namespace cpsizer::objects
