#ifndef CPSIZER_CLIENT_KUBE_JSON_H_
#define CPSIZER_CLIENT_KUBE_JSON_H_

#include <nlohmann/json.hpp>

namespace cpsizer::kube {

// The type of the bodies of requests. Bodies of responses are parsed into a tree::Node.
using Json = nlohmann::json;

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_JSON_H_
