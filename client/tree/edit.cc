#include "client/tree/edit.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::tree {

Node TextNode(absl::string_view text) {
  Node node = EmptyNode(NodeKind::kText);
  node.text = std::string(text);
  return node;
}

Node IntegerNode(int64_t value) {
  Node node = EmptyNode(NodeKind::kInteger);
  node.text = absl::StrCat(value);
  node.integer = value;
  return node;
}

Node EmptyNode(NodeKind kind) {
  Node node;
  node.kind = kind;
  return node;
}

Node& At(Node& node, absl::string_view path) {
  Node* value = &node;
  for (const absl::string_view key : absl::StrSplit(path, '/')) {
    value->kind = NodeKind::kMap;
    Node* const known = value->Find(key);
    value = known != nullptr ? known : &value->entries.emplace_back(Entry{std::string(key), {}, {}}).value;
  }
  return *value;
}

void Erase(Node& map, absl::string_view key) {
  const auto has_key = [key](const Entry& entry) { return entry.key == key; };
  map.entries.erase(std::remove_if(map.entries.begin(), map.entries.end(), has_key), map.entries.end());
}

}  // namespace cpsizer::tree
