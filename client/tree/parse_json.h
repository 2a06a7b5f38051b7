#ifndef CPSIZER_CLIENT_TREE_PARSE_JSON_H_
#define CPSIZER_CLIENT_TREE_PARSE_JSON_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Reads JSON of an API server or of a program. The values have no positions. client/objects reads files.
namespace cpsizer::tree {

// The maximum nesting of objects and arrays.
inline constexpr size_t kMaxJsonLevels = 512;

// A key in managedFields; its value lists the owned fields of a spec. This list is the largest part of many objects,
// and this project does not use the list.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Returns the tree of a JSON document. All members with the name `passed_over` are left out. If an object has a key
// twice, the last value is used. Returns null if `bytes` are not JSON, are nested more than kMaxJsonLevels deep, or
// have more than kMaxNodes nodes. When null is returned, sets `error`, if it is given: to ResourceExhausted for too
// many nodes, and to DataLoss in the other cases. Does not change `error` if there is no error.
Node ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields, absl::Status* error = nullptr);

// Parses a list like ParseJson(), but passes each object of its `items` to `take` and does not keep the object, so that
// the objects are never in memory at the same time. Each object may have kMaxNodes nodes. The list without its objects
// may also have kMaxNodes nodes. If `take` returns false, reading ends, null is returned, and the error is Cancelled.
// When null is returned, `take` may already have been called for some objects.
Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<bool(Node)>& take,
               absl::Status* error = nullptr);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PARSE_JSON_H_
