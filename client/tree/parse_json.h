#ifndef CPSIZER_CLIENT_TREE_PARSE_JSON_H_
#define CPSIZER_CLIENT_TREE_PARSE_JSON_H_

#include <cstddef>
#include <functional>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// JSON of an API server or a program, without positions. Files are read by client/objects.
namespace cpsizer::tree {

// Of objects and arrays.
inline constexpr size_t kMaxJsonLevels = 512;

// In managedFields, which fields of a spec somebody owns. Most of many an object, and of no use here.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Null where `bytes` are no JSON, or hold arrays and objects more than kMaxJsonLevels deep. Passes over all members
// named `passed_over`. Of a key that is in an object twice, the last value counts.
Node ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields);

// ParseJson of a list, but without the objects among its `items`: `take` has each as it comes, and they are never in
// memory all at once. Some may have been taken where null comes back.
Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<void(const Node&)>& take);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PARSE_JSON_H_
