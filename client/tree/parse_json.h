#ifndef CPSIZER_CLIENT_TREE_PARSE_JSON_H_
#define CPSIZER_CLIENT_TREE_PARSE_JSON_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Parses JSON from an API server or from a program. The values have no positions. client/objects reads files.
namespace cpsizer::tree {

// The maximum nesting of objects and arrays.
inline constexpr size_t kMaxJsonLevels = 512;

// A key in managedFields. Its value is the list of the fields of a spec that a manager owns. In many objects, this list
// is the largest part. Only the observation of the cluster-autoscaler uses the list.
inline constexpr absl::string_view kSpecFields = "f:spec";

// Returns the tree of a JSON document. Omits all members with the name `passed_over`. If an object contains a key
// twice, uses the last value. Returns null if `bytes` are not valid JSON, have a number that is too large for a double,
// are nested more than kMaxJsonLevels deep, or have more than kMaxNodes nodes. When null is returned for one of these
// reasons, sets `*error` if `error` is not null: to ResourceExhausted for too many nodes, to OutOfRange for a number
// that is too large or an object with too many levels, and to DataLoss for the other reasons. Does not change `*error`
// on success. The message is the end of a sentence about the document, such as "is not JSON".
Node ParseJson(absl::string_view bytes, absl::string_view passed_over = kSpecFields, absl::Status* error = nullptr);

// Parses a list like ParseJson(), but passes each object in `items` to `take` and does not keep the object. For this
// reason the objects are not in memory at the same time. Each object may have kMaxNodes nodes, and the list without its
// objects may have kMaxNodes nodes. If `take` returns false, parsing ends, null is returned, and the error is
// Cancelled. When null is returned, `take` may already have been called for some objects.
Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<bool(Node)>& take,
               absl::Status* error = nullptr);

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_PARSE_JSON_H_
