#ifndef CPSIZER_SERVER_RPC_MEMORY_ARENA_PARSE_H_
#define CPSIZER_SERVER_RPC_MEMORY_ARENA_PARSE_H_

#include <google/protobuf/arena.h>
#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/rpc/memory/arena_budget.h"
#include "server/rpc/memory/work_memory.h"

namespace cpsizer::server {

// The memory of one call: an arena whose first block is inside this object. Most calls need no other block.
class CallArena {
 public:
  CallArena();
  google::protobuf::Arena& arena() { return arena_; }

 private:
  alignas(std::max_align_t) char first_block_[8 << 10];
  google::protobuf::Arena arena_;
};

// The memory for the parts of a large call. After Reset(), the next part uses the same memory again.
class PartArena {
 public:
  PartArena();
  google::protobuf::Arena& arena() { return arena_; }

 private:
  const std::unique_ptr<char[]> first_block_;
  google::protobuf::Arena arena_;
};

// Returns InvalidArgument, reason MALFORMED_REQUEST, for a request of `wire_bytes` bytes that is not a message of type
// `type_name`. Returns Unimplemented, reason REQUEST_COMPRESSED, if `begin`, its first bytes, are those of a compressed
// message.
absl::Status MalformedRequest(absl::string_view begin, size_t wire_bytes, absl::string_view type_name);

// Parses `bytes` into `message`, which must be empty and must be on `arena`. `budget` limits the memory for parsing. If
// `share` is not null, `share` counts this memory. Errors: those of MalformedRequest();
// ResourceExhausted, reason REQUEST_TOO_EXPENSIVE if the budget is exceeded, and reason TOO_MUCH_WORK_IN_FLIGHT if all
// calls together use too much memory.
absl::Status ParseOnArena(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, google::protobuf::Arena& arena,
                          google::protobuf::Message& message, WorkMemory::Share* share = nullptr);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_ARENA_PARSE_H_
