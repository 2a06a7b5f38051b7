#include "client/objects/documents.h"

#include <algorithm>
#include <cstddef>

#include "client/objects/document_builder.h"
#include "client/objects/file_text.h"
#include "client/objects/json_documents.h"
#include "client/objects/yaml_documents.h"

namespace cpsizer::objects {

namespace {

constexpr absl::string_view kDocumentBegin = "\n---";

}  // namespace

void ReadFlatDocuments(absl::string_view bytes, ProblemList& problems,
                       absl::FunctionRef<void(const FlatDocument&)> document) {
  if (!CheckText(bytes, problems)) return;
  DocumentBuilder builder(problems, document, bytes.size());
  const auto read = BeginsLikeJson(bytes) ? ReadJsonDocuments : ReadYamlDocuments;
  int line = 1;
  while (true) {
    size_t end = read(bytes, line, builder);
    if (!builder.stopped() || builder.full()) return;
    // A line of `---` begins a document, even where a quoted string is not closed.
    end = bytes.find(kDocumentBegin, end);
    if (end == absl::string_view::npos) return;
    builder.EndDocument();
    line += static_cast<int>(std::count(bytes.begin(), bytes.begin() + end, '\n')) + 1;
    bytes.remove_prefix(end + 1);
  }
}

void ReadDocuments(absl::string_view bytes, ProblemList& problems, absl::FunctionRef<void(const Node&)> document) {
  ReadFlatDocuments(bytes, problems, [&document](const FlatDocument& flat) { document(flat.root().ToTree()); });
}

}  // namespace cpsizer::objects
