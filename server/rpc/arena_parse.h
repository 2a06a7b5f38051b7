#ifndef CPSIZER_SERVER_RPC_ARENA_PARSE_H_
#define CPSIZER_SERVER_RPC_ARENA_PARSE_H_

#include <google/protobuf/arena.h>
#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstddef>

#include "absl/status/status.h"
#include "server/rpc/methods.h"

namespace cpsizer::server {

// The memory of one call: an arena whose first block is inside this object, so that most calls allocate no block.
class CallArena {
 public:
  CallArena();
  google::protobuf::Arena& arena() { return arena_; }

 private:
  alignas(std::max_align_t) char first_block_[8 << 10];
  google::protobuf::Arena arena_;
};

// Parses `bytes` into `message`, which is empty and lives on `arena`.
// Errors: InvalidArgument, reason MALFORMED_REQUEST; ResourceExhausted, reason REQUEST_TOO_EXPENSIVE, past the budget.
absl::Status ParseOnArena(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, google::protobuf::Arena& arena,
                          google::protobuf::MessageLite& message);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ARENA_PARSE_H_
