#ifndef CPSIZER_CLIENT_TREE_NODE_H_
#define CPSIZER_CLIENT_TREE_NODE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::tree {

// A position in a file. Lines and columns are counted from 1. The line 0 means the whole file.
struct Position {
  int line = 0;
  int column = 0;
};

enum class NodeKind : uint8_t { kNull, kBool, kInteger, kFloat, kText, kList, kMap };

struct Entry;

// A value of a YAML or JSON document. The document is a file, or is from an API server. Only values from files have
// positions.
struct Node {
  NodeKind kind = NodeKind::kNull;
  bool plain = false;  // true for a scalar without quotes in a file
  Position position;
  std::string text;            // for kText: the text; for other scalars: the original spelling
  int64_t integer = 0;         // for kInteger: the value; for kBool: 1 or 0
  std::vector<Node> items;     // for kList: the items
  std::vector<Entry> entries;  // for kMap: the entries in the order of the document, without duplicate keys

  bool is_null() const { return kind == NodeKind::kNull; }
  bool is_text() const { return kind == NodeKind::kText; }
  bool is_list() const { return kind == NodeKind::kList; }
  bool is_map() const { return kind == NodeKind::kMap; }

  // Returns the value of `key`, or null if there is no such key.
  const Node* Find(absl::string_view key) const;
  Node* Find(absl::string_view key);
};

struct Entry {
  std::string key;
  Position position;
  Node value;
};

// Compares values, including the order of the entries of mappings. Does not compare positions.
bool operator==(const Node& a, const Node& b);
inline bool operator!=(const Node& a, const Node& b) {
  return !(a == b);
}

// These functions read values from a tree of unknown structure. If a value is missing or is of another kind, they
// return null, an empty text or 0.

// Returns the value at the end of a path of keys, or a null value. For example: Find(object, {"metadata", "uid"}).
const Node& Find(const Node& node, std::initializer_list<absl::string_view> path);
// Returns the text at the end of a path, or an empty text.
absl::string_view TextAt(const Node& node, std::initializer_list<absl::string_view> path);
// Returns the whole number at the end of a path, or 0.
int64_t NumberAt(const Node& node, std::initializer_list<absl::string_view> path);

// Returns the text at `key`, or `missing` if there is no text.
std::string TextAt(const Node& node, absl::string_view key, const std::string& missing);

// Sets the value of `key` in `map` to `text`.
void SetText(Node& map, absl::string_view key, std::string text);

// Returns the name of `kind` for messages, such as `a list`.
absl::string_view KindWords(NodeKind kind);

// Returns the scalar that Kubernetes makes from `text` when it converts YAML to JSON. `text` must be a scalar without
// quotes. The result is null, a boolean, a number or a text. Booleans are those of YAML 1.1, such as `yes` and `off`. A
// whole number that fits in 64 bits is a kInteger in any notation (`0x10`, `1e3`, `2.0`), because it is an integer in
// JSON.
//
// Source: sigs.k8s.io/yaml, and go-yaml v2, which sigs.k8s.io/yaml uses.
Node PlainScalar(Position position, std::string text);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_H_
