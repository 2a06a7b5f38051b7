#ifndef CPSIZER_CLIENT_TREE_EDIT_H_
#define CPSIZER_CLIENT_TREE_EDIT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Functions that make values and that change values. Values made by these functions have no position.
namespace cpsizer::tree {

Node TextNode(absl::string_view text);
Node IntegerNode(int64_t value);

// Returns an empty node. `kind` must be a list or a mapping.
Node EmptyNode(NodeKind kind);

// Returns the value at the end of `path`. The path is a list of keys with `/` between them, such as `metric/name`.
// Missing values are added: mappings along the path, and a null value at the end of the path. Requires that the
// existing values along the path are mappings or null. The reference is valid until another value is added to one of
// these mappings.
Node& At(Node& node, absl::string_view path);

// Removes the value of `key`, if there is one.
void Erase(Node& map, absl::string_view key);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_EDIT_H_
