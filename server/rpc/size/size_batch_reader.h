#ifndef CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_READER_H_
#define CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_READER_H_

#include <google/protobuf/arena.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/memory/arena_budget.h"
#include "server/rpc/memory/work_memory.h"
#include "server/rpc/size/size_batch_parts.h"

namespace cpsizer::server {

// Parses a serialized BatchRecommendSizeRequest in parts: first all fields that are not items, then some items at a
// time. Each message that a function fills must be empty and on `arena`. Errors of these functions: the errors of
// ParseOnArena().
class SizeBatchReader {
 public:
  SizeBatchReader(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, WorkMemory::Share& share);
  SizeBatchReader(const SizeBatchReader&) = delete;
  SizeBatchReader& operator=(const SizeBatchReader&) = delete;

  // Returns OK, or InvalidArgument, reason MALFORMED_REQUEST. The other functions require OK.
  absl::Status status() const;

  // Returns the number of all items.
  int items() const { return split_->items; }

  // Parses the fields that are not items.
  absl::Status ReadHead(google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& head);

  // Returns whether all items were parsed.
  bool done() const { return next_ == split_->parts.size(); }

  // Parses the next items. done() must be false.
  absl::Status ReadPart(google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& part);

 private:
  absl::Status Parse(absl::string_view text, google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& request);
  absl::Status Malformed() const;

  const ArenaBudget budget_;
  WorkMemory::Share& share_;
  const size_t wire_bytes_;
  const absl::optional<grpc::Slice> slice_;
  const absl::optional<SizeBatchParts> split_;  // refers to `slice_`
  size_t next_ = 0;                             // index of the next part
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_SIZE_BATCH_READER_H_
