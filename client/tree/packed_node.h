#ifndef CPSIZER_CLIENT_TREE_PACKED_NODE_H_
#define CPSIZER_CLIENT_TREE_PACKED_NODE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// A form of a tree that needs about a tenth of its memory, for objects of API servers that are kept for a long time.
namespace cpsizer::tree {

// Returns the bytes of a tree. Only this process can read them. Positions and `plain` are left out, because only values
// from files have them.
std::string Pack(const Node& node);

// Returns the tree. `packed` must be from Pack().
Node Unpack(absl::string_view packed);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PACKED_NODE_H_
