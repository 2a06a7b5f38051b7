#include "client/tree/scalars.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cpsizer::tree {
namespace {

std::string PathOfKey(const std::string& parent, absl::string_view key) {
  if (key.find_first_of("./") != absl::string_view::npos) return absl::StrCat(parent, "[", key, "]");
  return parent.empty() ? std::string(key) : absl::StrCat(parent, ".", key);
}

std::string TextOf(const Node& scalar) {
  if (scalar.kind == NodeKind::kBool) return scalar.integer != 0 ? "true" : "false";
  return scalar.kind == NodeKind::kInteger ? absl::StrCat(scalar.integer) : scalar.text;
}

void Visit(const Node& node, const std::string& path,
           absl::FunctionRef<void(const std::string& path, std::string text)> visit) {
  switch (node.kind) {
    case NodeKind::kNull:
      return;
    case NodeKind::kList:
      for (size_t i = 0; i < node.items.size(); ++i) Visit(node.items[i], absl::StrCat(path, "[", i, "]"), visit);
      return;
    case NodeKind::kMap:
      // Visits an empty map, because it has a meaning: for example, an empty rule of a NetworkPolicy allows all
      // traffic.
      if (node.entries.empty() && !path.empty()) visit(path, "{}");
      for (const Entry& entry : node.entries) Visit(entry.value, PathOfKey(path, entry.key), visit);
      return;
    default:
      return visit(path, TextOf(node));
  }
}

}  // namespace

void ForEachScalar(const Node& node, absl::FunctionRef<void(const std::string& path, std::string text)> visit) {
  Visit(node, "", visit);
}

}  // namespace cpsizer::tree
