#ifndef CPSIZER_SERVER_RPC_CALL_H_
#define CPSIZER_SERVER_RPC_CALL_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstddef>

#include "absl/status/status.h"
#include "cpsizer/status.h"
#include "server/rpc/answer_memory.h"
#include "server/rpc/arena_parse.h"
#include "server/rpc/work_memory.h"

namespace cpsizer::server {

// Returns Cancelled or DeadlineExceeded if the caller no longer waits for the response.
absl::Status CheckStillWanted(const grpc::CallbackServerContext& context);

// Returns InvalidArgument, reason MALFORMED_REQUEST, for a call that ended before a whole message arrived. gRPC calls
// the handler for such calls too.
absl::Status CheckWhole(const grpc::ByteBuffer& request_bytes);

// Serializes `message` into one slice. An empty message gives a valid buffer of zero bytes.
// Errors: ResourceExhausted, reason RESPONSE_TOO_LARGE, for a message that is larger than protobuf can serialize.
absl::Status SerializeTo(const google::protobuf::MessageLite& message, grpc::ByteBuffer& bytes);
// Serializes `message` with memory from `answers`. Additional error: ResourceExhausted, reason TOO_MANY_UNREAD_ANSWERS.
absl::Status SerializeTo(const google::protobuf::MessageLite& message, AnswerMemory& answers, grpc::ByteBuffer& bytes);

// The limits on the work of one call.
struct CallBounds {
  size_t max_request_bytes;
  ArenaBudget budget;
  WorkMemory& work;       // memory of all calls in progress
  AnswerMemory& answers;  // memory of all responses that wait for their callers
};

// The steps that all methods share. Checks that there is a request and that it is within its limit. Parses the request
// within its budget, on an arena of the call. Calls `function(request, response, share)`, and serializes the response.
// `share` counts the memory of the arena.
template <typename Request, typename Response, typename Function>
absl::Status AnswerBytes(const grpc::ByteBuffer& request_bytes, const CallBounds& bounds, const Function& function,
                         grpc::ByteBuffer& response_bytes) {
  absl::Status status = CheckWhole(request_bytes);
  if (status.ok()) status = CheckRequestBytes(request_bytes.Length(), bounds.max_request_bytes);
  if (!status.ok()) return status;
  WorkMemory::Share share(bounds.work);
  CallArena memory;
  google::protobuf::Arena& arena = memory.arena();
  auto& request = *google::protobuf::Arena::CreateMessage<Request>(&arena);
  status = ParseOnArena(request_bytes, bounds.budget, arena, request, &share);
  if (!status.ok()) return status;
  auto& response = *google::protobuf::Arena::CreateMessage<Response>(&arena);
  status = function(request, response, share);
  return status.ok() ? SerializeTo(response, bounds.answers, response_bytes) : status;
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CALL_H_
