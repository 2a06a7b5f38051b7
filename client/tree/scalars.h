#ifndef CPSIZER_CLIENT_TREE_SCALARS_H_
#define CPSIZER_CLIENT_TREE_SCALARS_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// Calls `visit` for each scalar except null, in order, with its path and its text. Paths are as in
// v1::ClusterAutoscalerCurrentObject: `spec.ports[0].port`, with keys that contain a point or a slash in brackets.
// Whole numbers are in decimal notation; booleans are `true` and `false`. A map without members is `{}`.
void ForEachScalar(const Node& node, absl::FunctionRef<void(const std::string& path, std::string text)> visit);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_SCALARS_H_
