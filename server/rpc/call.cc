#include "server/rpc/call.h"

#include <grpc/slice.h>
#include <grpc/support/time.h>

#include <algorithm>
#include <climits>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/process/flag_table.h"

namespace cpsizer::server {
namespace {

constexpr int64_t kMaxSecondsToDeadline = 1'000'000'000;

// Calls `allocate(size)` for a slice, and `write(begin)`, which writes `size` bytes to it. Returns an error if
// `allocate` returns no slice.
template <typename Allocate, typename Write>
absl::Status WriteTo(size_t size, const Allocate& allocate, const Write& write, grpc::ByteBuffer& bytes) {
  if (size > INT_MAX) {
    return CallErrorStatus(CallError::kResponseTooLarge,
                           absl::StrCat("the response has ", size, " bytes; send a smaller request"));
  }
  const absl::optional<grpc::Slice> slice = allocate(size);
  if (!slice.has_value()) {
    return CallErrorWithRetry(CallError::kTooManyUnreadAnswers,
                              "the limit of response bytes that callers have not read is reached; retry later");
  }
  write(const_cast<uint8_t*>(slice->begin()));
  grpc::ByteBuffer buffer(&*slice, 1);
  bytes.Swap(&buffer);
  return absl::OkStatus();
}

template <typename Allocate>
absl::Status SerializeInto(const google::protobuf::MessageLite& message, const Allocate& allocate,
                           grpc::ByteBuffer& bytes) {
  const auto write = [&message](uint8_t* begin) { message.SerializeWithCachedSizesToArray(begin); };
  return WriteTo(message.ByteSizeLong(), allocate, write, bytes);
}

}  // namespace

absl::Status CheckStillWanted(const grpc::CallbackServerContext& context) {
  // A caller whose deadline passes cancels the call, so the deadline is checked first.
  if (TimeToDeadline(context) < std::chrono::nanoseconds::zero()) {
    return absl::DeadlineExceededError("the deadline passed before the call was processed");
  }
  return context.IsCancelled() ? absl::CancelledError("the caller cancelled the call") : absl::OkStatus();
}

absl::Status TookTooLong(absl::Duration limit) {
  return CallErrorStatus(
      CallError::kTookTooLong,
      absl::StrCat("the call did not complete within ", ShowDuration(limit),
                   ", the limit of this server; send a smaller request, or retry when the server is less busy"));
}

std::chrono::nanoseconds TimeToDeadline(const grpc::CallbackServerContext& context) {
  const gpr_timespec deadline = context.raw_deadline();
  if (gpr_time_cmp(deadline, gpr_inf_future(deadline.clock_type)) == 0) return std::chrono::nanoseconds::max();
  const gpr_timespec left = gpr_time_sub(deadline, gpr_now(deadline.clock_type));
  // A grpc-timeout can be longer than 64 bits of nanoseconds.
  if (left.tv_sec > kMaxSecondsToDeadline) return std::chrono::nanoseconds::max();
  return std::chrono::seconds(left.tv_sec) + std::chrono::nanoseconds(left.tv_nsec);
}

absl::Status CheckReceived(const grpc::ByteBuffer& request_bytes, size_t max_request_bytes) {
  if (request_bytes.Valid()) return CheckRequestBytes(request_bytes.Length(), max_request_bytes);
  return CallErrorStatus(
      CallError::kMalformedRequest,
      "the call ended before a complete request arrived; send one message of the length in its header");
}

absl::Status SerializeTo(const google::protobuf::MessageLite& message, grpc::ByteBuffer& bytes) {
  const auto allocate = [](size_t size) {
    return absl::make_optional<grpc::Slice>(grpc_slice_malloc(size), grpc::Slice::STEAL_REF);
  };
  return SerializeInto(message, allocate, bytes);
}

absl::Status SerializeTo(const google::protobuf::MessageLite& message, AnswerMemory& answers, grpc::ByteBuffer& bytes) {
  const auto allocate = [&answers](size_t size) { return answers.Allocate(size); };
  return SerializeInto(message, allocate, bytes);
}

absl::Status CopyTo(absl::string_view message, AnswerMemory& answers, grpc::ByteBuffer& bytes) {
  const auto allocate = [&answers](size_t size) { return answers.Allocate(size); };
  const auto write = [message](uint8_t* begin) { std::copy(message.begin(), message.end(), begin); };
  return WriteTo(message.size(), allocate, write, bytes);
}

}  // namespace cpsizer::server
