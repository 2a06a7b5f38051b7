#ifndef CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_PARTS_H_
#define CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_PARTS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/rpc/size/size_request_parts.h"

namespace cpsizer::server {

// A serialized BatchRecommendSizeRequest in several parts. Each part is a serialized BatchRecommendSizeRequest too.
struct SizeBatchParts {
  // The fields that are not items, in the order of the request.
  JoinedParts head;
  // The items, in the order of the request. Each part has at least one item. A part with several items has at most
  // kMaxPartBytes.
  std::vector<absl::string_view> parts;
  // The number of items in all parts.
  int items = 0;
};

// Below this size, a part needs little memory for unknown fields (arena_parse.cc), and its messages fit into the caches
// of a processor.
inline constexpr size_t kMaxPartBytes = (size_t{16} << 10) - 1;

// Splits `request`, a serialized BatchRecommendSizeRequest, without parsing it. Returns nothing if the request is not a
// valid sequence of fields. Does not check the content of the fields. The result refers to `request`.
absl::optional<SizeBatchParts> SplitSizeBatch(absl::string_view request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_PARTS_H_
