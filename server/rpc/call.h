#ifndef CPSIZER_SERVER_RPC_CALL_H_
#define CPSIZER_SERVER_RPC_CALL_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "cpsizer/status.h"
#include "server/rpc/memory/answer_memory.h"
#include "server/rpc/memory/arena_parse.h"
#include "server/rpc/memory/work_memory.h"

namespace cpsizer::server {

// Returns an error if the caller no longer waits for the response: Cancelled or DeadlineExceeded.
absl::Status CheckStillWanted(const grpc::CallbackServerContext& context);

// Returns the error of a call that did not complete within `limit`, the limit of this server.
absl::Status TookTooLong(absl::Duration limit);

// Returns the time until the deadline of the caller. Returns the largest value if there is no deadline.
std::chrono::nanoseconds TimeToDeadline(const grpc::CallbackServerContext& context);

// Returns InvalidArgument, reason MALFORMED_REQUEST, if the call ended before a whole message was received. gRPC calls
// the handler in this case too. Returns ResourceExhausted, reason REQUEST_TOO_LARGE, if the request has more than
// `max_request_bytes`.
absl::Status CheckReceived(const grpc::ByteBuffer& request_bytes, size_t max_request_bytes);

// Serializes `message` into one slice. For an empty message, `bytes` becomes a valid buffer of zero bytes. Errors:
// ResourceExhausted, reason RESPONSE_TOO_LARGE, if the message is larger than protobuf can serialize.
absl::Status SerializeTo(const google::protobuf::MessageLite& message, grpc::ByteBuffer& bytes);
// Serializes `message` into memory from `answers`. Errors: the errors of the function above; ResourceExhausted, reason
// TOO_MANY_UNREAD_ANSWERS.
absl::Status SerializeTo(const google::protobuf::MessageLite& message, AnswerMemory& answers, grpc::ByteBuffer& bytes);

// Copies `message`, a serialized message, into memory from `answers`. Errors: the errors of SerializeTo().
absl::Status CopyTo(absl::string_view message, AnswerMemory& answers, grpc::ByteBuffer& bytes);

// The limits for the work of one call.
struct CallBounds {
  size_t max_request_bytes;
  ArenaBudget budget;
  WorkMemory& work;       // memory of all calls in flight
  AnswerMemory& answers;  // memory of all responses that callers have not read
};

// The steps that are the same for all methods. Checks that the request was received and is not too large. Calls
// `parse(budget, arena, request, share)`, which parses `request_bytes` within the budget, on the arena of the call.
// Calls `function(request, response, share)`. Serializes the response. `share` counts the memory of the arena.
template <typename Request, typename Response, typename Parse, typename Function>
absl::Status AnswerBytes(const grpc::ByteBuffer& request_bytes, const CallBounds& bounds, const Parse& parse,
                         const Function& function, grpc::ByteBuffer& response_bytes) {
  absl::Status status = CheckReceived(request_bytes, bounds.max_request_bytes);
  if (!status.ok()) return status;
  WorkMemory::Share share(bounds.work);
  CallArena memory;
  google::protobuf::Arena& arena = memory.arena();
  auto& request = *google::protobuf::Arena::CreateMessage<Request>(&arena);
  status = parse(bounds.budget, arena, request, share);
  if (!status.ok()) return status;
  auto& response = *google::protobuf::Arena::CreateMessage<Response>(&arena);
  status = function(request, response, share);
  return status.ok() ? SerializeTo(response, bounds.answers, response_bytes) : status;
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CALL_H_
