#ifndef CPSIZER_CLIENT_TREE_NODE_H_
#define CPSIZER_CLIENT_TREE_NODE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::tree {

// A place in a file; line and column count from 1, 0 means the file as a whole.
struct Position {
  int line = 0;
  int column = 0;
};

enum class NodeKind : uint8_t { kNull, kBool, kInteger, kFloat, kText, kList, kMap };

struct Entry;

// A value of a YAML or JSON document, from a file or from an API server. Only values of files have positions.
struct Node {
  NodeKind kind = NodeKind::kNull;
  bool plain = false;  // a scalar that is written without quotes in a file
  Position position;
  std::string text;            // kText: the text; other scalars: as written
  int64_t integer = 0;         // kInteger; kBool: 1 or 0
  std::vector<Node> items;     // kList
  std::vector<Entry> entries;  // kMap, in the order of the document, no key twice

  bool is_null() const { return kind == NodeKind::kNull; }
  bool is_text() const { return kind == NodeKind::kText; }
  bool is_list() const { return kind == NodeKind::kList; }
  bool is_map() const { return kind == NodeKind::kMap; }

  // Returns the value of `key`, or null if there is none.
  const Node* Find(absl::string_view key) const;
  Node* Find(absl::string_view key);
};

struct Entry {
  std::string key;
  Position position;
  Node value;
};

// Compares values, with the order of map entries and without positions.
bool operator==(const Node& a, const Node& b);
inline bool operator!=(const Node& a, const Node& b) {
  return !(a == b);
}

// Lookups in values of unknown structure: a value that is missing or of another kind reads as null, empty or 0.

// Returns the value at the end of a path of keys, or a null: Find(object, {"metadata", "uid"}).
const Node& Find(const Node& node, std::initializer_list<absl::string_view> path);
// Returns the text at the end of a path, or empty.
absl::string_view TextAt(const Node& node, std::initializer_list<absl::string_view> path);
// Returns the whole number at the end of a path, or 0.
int64_t NumberAt(const Node& node, std::initializer_list<absl::string_view> path);

// Returns the text at `key`, otherwise `missing`.
std::string TextAt(const Node& node, absl::string_view key, const std::string& missing);

// Sets the value of `key` in `map` to `text`.
void SetText(Node& map, absl::string_view key, std::string text);

// Returns the name of `kind` in messages: `a list`.
absl::string_view KindWords(NodeKind kind);

// Returns the scalar that Kubernetes makes of `text`, written without quotes, when it converts YAML to JSON: null, a
// boolean (YAML 1.1, so `yes` and `off` too), a number or text. A number that is whole and fits in 64 bits is kInteger
// in any notation (`0x10`, `1e3`, `2.0`), as it is in the JSON.
//
// Source: sigs.k8s.io/yaml and the go-yaml v2 that it uses.
Node PlainScalar(Position position, std::string text);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_H_
