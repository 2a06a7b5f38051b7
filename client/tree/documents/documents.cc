#include "client/tree/documents/documents.h"

#include <algorithm>
#include <cstddef>

#include "client/tree/documents/check_text.h"
#include "client/tree/documents/document_builder.h"
#include "client/tree/documents/json_documents.h"
#include "client/tree/documents/yaml_documents.h"

namespace cpsizer::tree {

void ReadFlatDocuments(absl::string_view bytes, DocumentProblems& problems,
                       absl::FunctionRef<void(const FlatDocument&)> document) {
  if (!CheckText(bytes, problems)) return;
  DocumentBuilder builder(problems, document, bytes.size());
  const auto read = BeginsLikeJson(bytes) ? ReadJsonDocuments : ReadYamlDocuments;
  int line = 1;
  while (true) {
    const size_t stopped_at = read(bytes, line, builder);
    if (!builder.stopped() || builder.full()) return;
    const size_t next = FindDocumentBegin(bytes, stopped_at);
    if (next == absl::string_view::npos) return;
    builder.EndDocument();
    line += static_cast<int>(std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(next), '\n'));
    bytes.remove_prefix(next);
  }
}

void ReadDocuments(absl::string_view bytes, DocumentProblems& problems, absl::FunctionRef<void(const Node&)> document) {
  ReadFlatDocuments(bytes, problems, [&document](const FlatDocument& flat) { document(flat.root().ToTree()); });
}

}  // namespace cpsizer::tree
