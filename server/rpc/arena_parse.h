#ifndef CPSIZER_SERVER_RPC_ARENA_PARSE_H_
#define CPSIZER_SERVER_RPC_ARENA_PARSE_H_

#include <google/protobuf/arena.h>
#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

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

// How much arena the parse of a request may take, by its bytes on the wire: an empty entry of two bytes can cost a
// hundred times its size.
struct ArenaBudget {
  size_t base;
  size_t factor;
  size_t most;

  constexpr size_t For(size_t wire_bytes) const { return std::min(most, base + factor * wire_bytes); }
};

// Small entries cost more than 16 times their size; with this much on top what has as many as the API allows still
// passes: 100,000 demands of one quantity take 21 MB for their 0.9 MB, 1,000 sizes 0.5 MB for their 18 KB.
inline constexpr ArenaBudget kUsualBudget = {size_t{8} << 20, 16, size_t{256} << 20};
// A container with a name of two letters and one request takes 25 times its size, with names as clusters have them 12
// times. All that the API allows, 10,000 pods of 50 containers, their metrics, and 500,000 values beside them, takes
// 530 MB, and 600 MB where each container asks for three resources.
inline constexpr ArenaBudget kReplicasBudget = {size_t{8} << 20, 26, size_t{640} << 20};

// The budget of a kind of request.
template <typename Request>
inline constexpr ArenaBudget kBudgetOf = kUsualBudget;
template <>
inline constexpr ArenaBudget kBudgetOf<v1::RecommendReplicasRequest> = kReplicasBudget;

// Parses `bytes` into `message`, which is empty and lives on `arena`.
// Errors: InvalidArgument, reason MALFORMED_REQUEST; ResourceExhausted, reason REQUEST_TOO_EXPENSIVE, past the budget.
absl::Status ParseWithin(const ArenaBudget& budget, const grpc::ByteBuffer& bytes, google::protobuf::Arena& arena,
                         google::protobuf::MessageLite& message);

// The same with the budget of the message's kind.
template <typename Request>
absl::Status ParseOnArena(const grpc::ByteBuffer& bytes, google::protobuf::Arena& arena, Request& message) {
  return ParseWithin(kBudgetOf<Request>, bytes, arena, message);
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ARENA_PARSE_H_
