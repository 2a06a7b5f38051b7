#ifndef CPSIZER_SERVER_ARENA_PARSE_H_
#define CPSIZER_SERVER_ARENA_PARSE_H_

#include <google/protobuf/arena.h>
#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstddef>

#include "absl/status/status.h"

namespace cpsizer::server {

// The memory of one call: an arena whose first block is inside this object, so that an ordinary call allocates no
// block.
class CallArena {
 public:
  CallArena();
  google::protobuf::Arena& arena() { return arena_; }

 private:
  alignas(std::max_align_t) char first_block_[8 << 10];
  google::protobuf::Arena arena_;
};

// How much arena the parse of a request of this many bytes may take: an empty entry of two bytes can cost a hundred
// times its size.
size_t ArenaBudget(size_t wire_bytes);

// Parses `bytes` into `message`, which is empty and lives on `arena`.
// Errors: InvalidArgument, reason MALFORMED_REQUEST; ResourceExhausted, reason REQUEST_TOO_EXPENSIVE, past the budget.
absl::Status ParseOnArena(const grpc::ByteBuffer& bytes, google::protobuf::Arena& arena,
                          google::protobuf::MessageLite& message);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_ARENA_PARSE_H_
