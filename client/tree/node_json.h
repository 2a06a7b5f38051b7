#ifndef CPSIZER_CLIENT_TREE_NODE_JSON_H_
#define CPSIZER_CLIENT_TREE_NODE_JSON_H_

#include <nlohmann/json.hpp>

#include "client/tree/node.h"

namespace cpsizer::tree {

// Converts a value from a file to JSON, as the API server converts YAML to JSON.
nlohmann::json ToJson(const Node& node);

// Same as ToJson(), but the members of objects have the order of the document.
nlohmann::ordered_json ToOrderedJson(const Node& node);

// Converts JSON from an API server to a tree. The values have no positions.
Node FromJson(const nlohmann::json& json);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_JSON_H_
