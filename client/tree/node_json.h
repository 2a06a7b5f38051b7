#ifndef CPSIZER_CLIENT_TREE_NODE_JSON_H_
#define CPSIZER_CLIENT_TREE_NODE_JSON_H_

#include <nlohmann/json.hpp>

#include "client/tree/node.h"

namespace cpsizer::tree {

// Returns the JSON that the API server would have for a document of a file.
nlohmann::json ToJson(const Node& node);

// Returns the same, with the members of maps in their order.
nlohmann::ordered_json ToOrderedJson(const Node& node);

// Returns the tree of JSON of an API server, without positions.
Node FromJson(const nlohmann::json& json);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_JSON_H_
