#ifndef CPSIZER_CLIENT_OBJECTS_NODE_JSON_H_
#define CPSIZER_CLIENT_OBJECTS_NODE_JSON_H_

#include <nlohmann/json.hpp>

#include "client/objects/node.h"

namespace cpsizer::objects {

// A document of a file as the API server would have it.
nlohmann::json ToJson(const Node& node);

// JSON of an API server as a document of a file, without positions.
Node FromJson(const nlohmann::json& json);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_NODE_JSON_H_
