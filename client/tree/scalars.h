#ifndef CPSIZER_CLIENT_TREE_SCALARS_H_
#define CPSIZER_CLIENT_TREE_SCALARS_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// Calls `visit` for each scalar except null, in the order of the document, with its path and its text. Paths have the
// form of v1::ClusterAutoscalerCurrentObject, such as `spec.ports[0].port`. A key that contains a point or a slash is
// in brackets. Whole numbers are in decimal notation, and booleans are `true` and `false`. A map without members is
// visited with the text `{}`.
void ForEachScalar(const Node& node, absl::FunctionRef<void(const std::string& path, std::string text)> visit);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_SCALARS_H_
