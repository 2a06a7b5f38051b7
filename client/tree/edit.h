#ifndef CPSIZER_CLIENT_TREE_EDIT_H_
#define CPSIZER_CLIENT_TREE_EDIT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Functions that make or change values. A value that these functions make has no position.
namespace cpsizer::tree {

Node TextNode(absl::string_view text);
Node IntegerNode(int64_t value);

// Returns an empty node of the kind `kind`, which must be a list or a mapping.
Node EmptyNode(NodeKind kind);

// Returns the value at the end of `path`. `path` is a list of keys with `/` between them, such as `metric/name`. Adds
// missing values: mappings along the path, and a null value at the end of the path. The existing values along the path
// must be mappings or null. The result is valid until another value is added to one of these mappings.
Node& At(Node& node, absl::string_view path);

// Removes `key` and its value from `map`. Does nothing if `map` does not contain `key`.
void Erase(Node& map, absl::string_view key);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_EDIT_H_
