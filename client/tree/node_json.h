#ifndef CPSIZER_CLIENT_TREE_NODE_JSON_H_
#define CPSIZER_CLIENT_TREE_NODE_JSON_H_

#include <nlohmann/json.hpp>

#include "client/tree/node.h"

namespace cpsizer::tree {

// A document of a file as the API server would have it.
nlohmann::json ToJson(const Node& node);

// The same with the members of maps in their order.
nlohmann::ordered_json ToOrderedJson(const Node& node);

// JSON of an API server as a document of a file, without positions.
Node FromJson(const nlohmann::json& json);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_NODE_JSON_H_
