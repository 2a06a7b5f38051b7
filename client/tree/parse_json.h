#ifndef CPSIZER_CLIENT_TREE_PARSE_JSON_H_
#define CPSIZER_CLIENT_TREE_PARSE_JSON_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// JSON of an API server or a program, without positions. Files are read by client/objects.
namespace cpsizer::tree {

// The maximum nesting of objects and arrays.
inline constexpr size_t kMaxJsonLevels = 512;

// The key in managedFields under which the owned fields of a spec are listed. It is the largest part of many objects
// and not needed here.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Returns null if `bytes` are not JSON, are nested more than kMaxJsonLevels deep or have more than kMaxNodes nodes.
// Skips all members named `passed_over`. If an object has a key twice, the last value is used. `error`, if given, is
// set if null was returned: ResourceExhausted for too many nodes, otherwise DataLoss; it is not changed otherwise.
Node ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields, absl::Status* error = nullptr);

// Parses a list as ParseJson does, but passes each object of its `items` to `take` instead of keeping it, so that they
// are never in memory together. Each of them may have kMaxNodes nodes, and so may the rest. If `take` returns false,
// the rest is not read: null is returned, and the error is Cancelled. `take` may have been called even if null is
// returned.
Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<bool(Node)>& take,
               absl::Status* error = nullptr);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PARSE_JSON_H_
