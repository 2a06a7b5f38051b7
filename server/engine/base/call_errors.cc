#include "cpsizer/call_errors.h"

#include <cstddef>
#include <iterator>

namespace cpsizer {
namespace {

using absl::StatusCode;

// The entries must be in the order of `CallError`.
constexpr CallErrorInfo kCallErrors[] = {
    {CallError::kCallerNotAllowed, "CALLER_NOT_ALLOWED", StatusCode::kPermissionDenied,
     "No authorization rule of the server allows a client with this certificate to call the method.",
     "Ask the operator of the server to add a name of the certificate to --allowed-clients or --authorization-file."},
    {CallError::kMalformedRequest, "MALFORMED_REQUEST", StatusCode::kInvalidArgument,
     "The request cannot be parsed as the request message of the method.",
     "Build the client from the .proto files of this version; send text as UTF-8."},
    {CallError::kMethodUnknown, "METHOD_UNKNOWN", StatusCode::kUnimplemented, "The server has no such method.",
     "Check the name of the method, or upgrade the server; reflection lists its methods."},
    {CallError::kRequestCompressed, "REQUEST_COMPRESSED", StatusCode::kUnimplemented,
     "The request is compressed; the server accepts only the encoding identity.",
     "Disable compression in the client, or in the proxy in front of the server."},
    {CallError::kRequestTooExpensive, "REQUEST_TOO_EXPENSIVE", StatusCode::kResourceExhausted,
     "Parsing the request would take far more memory than its length justifies.",
     "Send fewer empty entries, or split the request."},
    {CallError::kRequestTooLarge, "REQUEST_TOO_LARGE", StatusCode::kResourceExhausted,
     "The request exceeds the limit of its method: 4 MiB or 64 MiB (see the API reference), or --max-message-bytes.",
     "Send a smaller request, or split the batch."},
    {CallError::kResponseTooLarge, "RESPONSE_TOO_LARGE", StatusCode::kResourceExhausted,
     "The response would have more than 64 MiB, or, for autoscalers, would take more than 256 MiB of memory.",
     "Send fewer items in one request, or use DETAIL_BRIEF."},
    {CallError::kServerBusy, "SERVER_BUSY", StatusCode::kResourceExhausted,
     "The call would wait for a large part of the time until its deadline, or end after it, because the server has too "
     "many calls.",
     "Retry after the delay of the RetryInfo, set a longer deadline, or add replicas of the server."},
    {CallError::kShuttingDown, "SHUTTING_DOWN", StatusCode::kUnavailable, "The server is shutting down.",
     "Retry after the delay of the RetryInfo; another server, or this one after a restart, will respond."},
    {CallError::kTooManyCallsInFlight, "TOO_MANY_CALLS_IN_FLIGHT", StatusCode::kResourceExhausted,
     "The limit of batches and large requests in flight, or the limit of medium requests in flight, is reached.",
     "Retry after the delay of the RetryInfo, or add cores or replicas of the server."},
    {CallError::kTooManyHealthWatches, "TOO_MANY_HEALTH_WATCHES", StatusCode::kResourceExhausted,
     "The limit of open health watches is reached; it equals the limit of connections.",
     "Open one health watch for each connection, or call Check."},
    {CallError::kTooManyReflectionStreams, "TOO_MANY_REFLECTION_STREAMS", StatusCode::kResourceExhausted,
     "The limit of open reflection streams is reached.", "Close a stream; one stream serves any number of requests."},
    {CallError::kTooManyUnreadAnswers, "TOO_MANY_UNREAD_ANSWERS", StatusCode::kResourceExhausted,
     "The limit of response bytes that callers have not read yet is reached.",
     "Read the pending responses, retry after the delay of the RetryInfo, or send smaller requests."},
    {CallError::kTooMuchWorkInFlight, "TOO_MUCH_WORK_IN_FLIGHT", StatusCode::kResourceExhausted,
     "The requests and responses of all calls in flight have reached the memory limit of the server.",
     "Retry after the delay of the RetryInfo, send smaller requests, or raise --memory-quota."},
    {CallError::kTookTooLong, "TOOK_TOO_LONG", StatusCode::kDeadlineExceeded,
     "The call took longer than the server allows for a batch or a large request, including the time in the queue.",
     "Send smaller requests, retry when the server is less busy, or raise --max-deadline."},
};

constexpr bool CallErrorsInOrder() {
  for (size_t i = 0; i < std::size(kCallErrors); ++i) {
    if (static_cast<size_t>(kCallErrors[i].error) != i) return false;
  }
  return std::size(kCallErrors) == static_cast<size_t>(CallError::kTookTooLong) + 1;
}
static_assert(CallErrorsInOrder(), "kCallErrors has every error, in the order of CallError");

}  // namespace

absl::Span<const CallErrorInfo> AllCallErrors() {
  return kCallErrors;
}

const CallErrorInfo& Info(CallError error) {
  return kCallErrors[static_cast<size_t>(error)];
}

const CallErrorInfo* FindCallError(absl::string_view id) {
  for (const CallErrorInfo& info : kCallErrors) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

}  // namespace cpsizer
