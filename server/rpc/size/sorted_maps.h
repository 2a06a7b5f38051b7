#ifndef CPSIZER_SERVER_RPC_SIZE_SORTED_MAPS_H_
#define CPSIZER_SERVER_RPC_SIZE_SORTED_MAPS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Returns `request`, a serialized RecommendSizeRequest, with the entries of each map in the order of their keys. The
// result means the same as `request`, because the order of map entries has no meaning. Protobuf libraries write the
// entries of a map in any order, often in another order for each message.
//
// Returns nothing if `request` needs no change. Maps whose entries have an unusual encoding or equal keys keep their
// order: in equal keys, the last entry counts. Everything after a malformed field stays as it is.
absl::optional<std::string> WithSortedMaps(absl::string_view request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_SORTED_MAPS_H_
