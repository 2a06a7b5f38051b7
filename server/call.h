#ifndef CPSIZER_SERVER_CALL_H_
#define CPSIZER_SERVER_CALL_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstddef>

#include "absl/status/status.h"
#include "cpsizer/status.h"
#include "server/arena_parse.h"
#include "server/memory_releaser.h"

namespace cpsizer::server {

// A call whose arena grew past this asks for its memory to be given back to the system, bytes.
inline constexpr size_t kLargeArenaBytes = size_t{1} << 20;

// Cancelled or DeadlineExceeded for a call that nobody waits for any more.
absl::Status CheckStillWanted(const grpc::CallbackServerContext& context);

// Serializes `message` into one slice; an empty message gives a valid buffer of no bytes.
// Errors: ResourceExhausted, reason RESPONSE_TOO_LARGE, past what protobuf can serialize.
absl::Status SerializeTo(const google::protobuf::MessageLite& message, grpc::ByteBuffer& bytes);

// What every method does between its first and its last line: checks the wire size, parses on an arena of the call,
// calls `function(request, response)` and serializes. Asks `releaser` to give the memory of a large call back.
template <typename Request, typename Response, typename Function>
absl::Status AnswerBytes(const grpc::ByteBuffer& request_bytes, size_t limit, const Function& function,
                         MemoryReleaser& releaser, grpc::ByteBuffer& response_bytes) {
  absl::Status status = CheckRequestBytes(request_bytes.Length(), limit);
  if (!status.ok()) return status;
  bool large = false;
  {
    CallArena memory;
    google::protobuf::Arena& arena = memory.arena();
    auto& request = *google::protobuf::Arena::CreateMessage<Request>(&arena);
    status = ParseOnArena(request_bytes, arena, request);
    if (status.ok()) {
      auto& response = *google::protobuf::Arena::CreateMessage<Response>(&arena);
      status = function(request, response);
      if (status.ok()) status = SerializeTo(response, response_bytes);
    }
    large = arena.SpaceAllocated() > kLargeArenaBytes;
  }
  if (large) releaser.Request();
  return status;
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_CALL_H_
