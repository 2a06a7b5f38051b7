#include "server/call.h"

#include <grpc/slice.h>
#include <grpc/support/time.h>

#include <climits>

#include "absl/strings/str_cat.h"
#include "server/grpc_status.h"

namespace cpsizer::server {

absl::Status CheckStillWanted(const grpc::CallbackServerContext& context) {
  if (context.IsCancelled()) return absl::CancelledError("the caller cancelled the call");
  const gpr_timespec deadline = context.raw_deadline();
  if (gpr_time_cmp(deadline, gpr_inf_future(deadline.clock_type)) != 0 &&
      gpr_time_cmp(deadline, gpr_now(deadline.clock_type)) < 0) {
    return absl::DeadlineExceededError("the deadline passed before the call was looked at");
  }
  return absl::OkStatus();
}

absl::Status CheckWhole(const grpc::ByteBuffer& request_bytes) {
  if (request_bytes.Valid()) return absl::OkStatus();
  return CallErrorStatus(CallError::kMalformedRequest,
                         "the call ended before a whole request came; send one message, of as many bytes as it says");
}

namespace {

absl::Status CheckSize(size_t bytes) {
  if (bytes <= INT_MAX) return absl::OkStatus();
  return CallErrorStatus(CallError::kResponseTooLarge,
                         absl::StrCat("the answer has ", bytes, " bytes; ask about less at once"));
}

// `slice` has the size that `message` was just asked for.
void SerializeInto(const google::protobuf::MessageLite& message, const grpc::Slice& slice, grpc::ByteBuffer& bytes) {
  message.SerializeWithCachedSizesToArray(const_cast<uint8_t*>(slice.begin()));
  grpc::ByteBuffer buffer(&slice, 1);
  bytes.Swap(&buffer);
}

}  // namespace

absl::Status SerializeTo(const google::protobuf::MessageLite& message, grpc::ByteBuffer& bytes) {
  const size_t size = message.ByteSizeLong();
  if (absl::Status status = CheckSize(size); !status.ok()) return status;
  SerializeInto(message, grpc::Slice(grpc_slice_malloc(size), grpc::Slice::STEAL_REF), bytes);
  return absl::OkStatus();
}

absl::Status SerializeTo(const google::protobuf::MessageLite& message, AnswerMemory& answers, grpc::ByteBuffer& bytes) {
  const size_t size = message.ByteSizeLong();
  if (absl::Status status = CheckSize(size); !status.ok()) return status;
  const absl::optional<grpc::Slice> slice = answers.Allocate(size);
  if (!slice.has_value()) {
    return CallErrorWithRetry(CallError::kTooManyUnreadAnswers,
                              "callers have not read as many bytes of answers as this server keeps; try again later",
                              absl::Seconds(1));
  }
  SerializeInto(message, *slice, bytes);
  return absl::OkStatus();
}

}  // namespace cpsizer::server
