#include "tests/objects/read_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/documents.h"

namespace cpsizer::objects {
namespace {

std::string Dump(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "null";
    case NodeKind::kBool:
      return absl::StrCat("bool ", node.integer);
    case NodeKind::kInteger:
      return absl::StrCat("int ", node.integer);
    case NodeKind::kFloat:
      return absl::StrCat("float ", node.text);
    case NodeKind::kText:
      return absl::StrCat("\"", node.text, "\"");
    case NodeKind::kList:
      return absl::StrCat(
          "[",
          absl::StrJoin(node.items, ", ", [](std::string* out, const Node& item) { absl::StrAppend(out, Dump(item)); }),
          "]");
    case NodeKind::kMap:
      return absl::StrCat("{",
                          absl::StrJoin(node.entries, ", ",
                                        [](std::string* out, const Entry& entry) {
                                          absl::StrAppend(out, entry.key, ": ", Dump(entry.value));
                                        }),
                          "}");
  }
  return "";
}

}  // namespace

std::vector<std::string> Documents(absl::string_view bytes) {
  std::vector<FileProblem> problems;
  ProblemList list("file", problems);
  std::vector<std::string> documents;
  ReadDocuments(bytes, list, [&documents](const Node& document) { documents.push_back(Dump(document)); });
  return documents;
}

std::vector<std::string> Problems(absl::string_view bytes) {
  std::vector<FileProblem> problems;
  ProblemList list("file", problems);
  ReadDocuments(bytes, list, [](const Node&) {});
  return Sentences(problems);
}

Inventory ReadObjects(absl::string_view bytes, const KindSet& kinds) {
  InventoryBuilder builder(kinds);
  ProblemList problems("file", builder.inventory().problems);
  builder.AddFile(bytes, problems);
  return builder.Finish();
}

std::vector<std::string> Sentences(const std::vector<FileProblem>& problems) {
  std::vector<std::string> sentences;
  for (const FileProblem& problem : problems) {
    const std::string place = problem.position.line == 0 ? "" : absl::StrCat(Text(problem.position), ": ");
    sentences.push_back(absl::StrCat(place, problem.message));
  }
  return sentences;
}

std::string Text(const Position& position) {
  return absl::StrCat(position.line, ":", position.column);
}

}  // namespace cpsizer::objects
