#ifndef CPSIZER_CLIENT_TREE_NODE_JSON_H_
#define CPSIZER_CLIENT_TREE_NODE_JSON_H_

#include <nlohmann/json.hpp>

#include "client/tree/node.h"

namespace cpsizer::tree {

// Returns a document of a file as the JSON that the API server would make from it.
nlohmann::json ToJson(const Node& node);

// Returns the same JSON, with the members of maps in the order of the document.
nlohmann::ordered_json ToOrderedJson(const Node& node);

// Returns JSON of an API server as a tree. The tree has no positions.
Node FromJson(const nlohmann::json& json);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_JSON_H_
