#ifndef CPSIZER_CLIENT_TREE_PARSE_JSON_H_
#define CPSIZER_CLIENT_TREE_PARSE_JSON_H_

#include <cstddef>
#include <functional>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// JSON of an API server or a program, without positions. Files are read by client/objects.
namespace cpsizer::tree {

// The maximum nesting of objects and arrays.
inline constexpr size_t kMaxJsonLevels = 512;

// The key in managedFields under which the owned fields of a spec are listed. It is the largest part of many objects
// and not needed here.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Returns null if `bytes` are not JSON or are nested more than kMaxJsonLevels deep. Skips all members named
// `passed_over`. If an object has a key twice, the last value is used.
Node ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields);

// Parses a list as ParseJson does, but passes each object of its `items` to `take` instead of keeping it, so that they
// are never in memory together. `take` may have been called even if null is returned.
Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<void(const Node&)>& take);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PARSE_JSON_H_
