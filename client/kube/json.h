#ifndef CPSIZER_CLIENT_KUBE_JSON_H_
#define CPSIZER_CLIENT_KUBE_JSON_H_

#include <nlohmann/json.hpp>

namespace cpsizer::kube {

// What is written: bodies of requests. What is read is a tree::Node.
using Json = nlohmann::json;

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_JSON_H_
