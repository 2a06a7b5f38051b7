#ifndef CPSIZER_CLIENT_OBJECTS_NODE_H_
#define CPSIZER_CLIENT_OBJECTS_NODE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/found_object.h"

namespace cpsizer::objects {

enum class NodeKind : uint8_t { kNull, kBool, kInteger, kFloat, kText, kList, kMap };

struct Entry;

// A value of a YAML or JSON document.
struct Node {
  NodeKind kind = NodeKind::kNull;
  Position position;
  std::string text;            // kText: the text; other scalars: as written
  int64_t integer = 0;         // kInteger; kBool: 1 or 0
  std::vector<Node> items;     // kList
  std::vector<Entry> entries;  // kMap, in the order of the file, no key twice

  // The value of `key`, or null where there is none.
  const Node* Find(absl::string_view key) const;
};

struct Entry {
  std::string key;
  Position position;
  Node value;
};

// The text at `key`, else `missing`.
std::string TextAt(const Node& node, absl::string_view key, const std::string& missing);

// What `kind` is called in a sentence: `a list`.
absl::string_view KindWords(NodeKind kind);

// The scalar that `text`, written without quotes, stands for when Kubernetes turns YAML into JSON: null, a boolean
// (YAML 1.1, so `yes` and `off` too), a number or text. A number that is whole and fits in 64 bits is kInteger however
// it is written (`0x10`, `1e3`, `2.0`), as it is in the JSON.
//
// Source: sigs.k8s.io/yaml and the go-yaml v2 that it uses.
Node PlainScalar(Position position, std::string text);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_NODE_H_
