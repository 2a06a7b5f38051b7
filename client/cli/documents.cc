#include "client/cli/documents.h"

#include "client/cli/file_text.h"
#include "client/cli/json_documents.h"
#include "client/cli/tree_builder.h"
#include "client/cli/yaml_documents.h"

namespace cpsizer::cli {

void ReadDocuments(absl::string_view bytes, ProblemList& problems, absl::FunctionRef<void(const Node&)> document) {
  if (!CheckText(bytes, problems)) return;
  TreeBuilder builder(problems, document);
  LooksLikeJson(bytes) ? ReadJsonDocuments(bytes, builder) : ReadYamlDocuments(bytes, builder);
}

}  // namespace cpsizer::cli
