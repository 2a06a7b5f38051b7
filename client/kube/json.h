#ifndef CPSIZER_CLIENT_KUBE_JSON_H_
#define CPSIZER_CLIENT_KUBE_JSON_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"

// Looking into JSON that anybody may have written: what is missing or of another type reads as nothing, and nothing
// throws.
namespace cpsizer::kube {

using Json = nlohmann::json;

// In managedFields, which fields of a spec somebody owns. Most of many an object, and of no use here.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Null where `bytes` are no JSON, or hold arrays and objects more than kMaxJsonLevels deep. Passes over all members
// named `passed_over`.
Json ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields);

// The value at the end of a path of keys, or null: Find(object, {"metadata", "uid"}).
const Json& Find(const Json& object, std::initializer_list<const char*> path);

// The text at the end of a path, or empty.
absl::string_view TextAt(const Json& object, std::initializer_list<const char*> path);

// The whole number at the end of a path, or 0.
int64_t NumberAt(const Json& object, std::initializer_list<const char*> path);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_JSON_H_
