#ifndef CPSIZER_CLIENT_TREE_SCALARS_H_
#define CPSIZER_CLIENT_TREE_SCALARS_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// Calls `visit` with the path and the text of each scalar except null, in the order of the document. Paths have the
// form of v1::ClusterAutoscalerCurrentObject, such as `spec.ports[0].port`. A key with a dot or a slash is in brackets.
// Whole numbers are decimal. Booleans are `true` and `false`. For a map without members, calls `visit` with the text
// `{}`.
void ForEachScalar(const Node& node, absl::FunctionRef<void(const std::string& path, std::string text)> visit);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_SCALARS_H_
