#include "cpsizer/call_errors.h"

#include <cstddef>
#include <iterator>

namespace cpsizer {
namespace {

using absl::StatusCode;

// In the order of `CallError`.
constexpr CallErrorInfo kCallErrors[] = {
    {CallError::kCallerNotAllowed, "CALLER_NOT_ALLOWED", StatusCode::kPermissionDenied,
     "No rule of the server lets a client with this certificate call the method.",
     "Let the operator of the server add a name of the certificate to --allowed-clients or --authorization-file."},
    {CallError::kMalformedRequest, "MALFORMED_REQUEST", StatusCode::kInvalidArgument,
     "The bytes of the request are not the message that the method takes.",
     "Build the client from the .proto files of this version; send text as UTF-8."},
    {CallError::kMethodUnknown, "METHOD_UNKNOWN", StatusCode::kUnimplemented, "The server has no such method.",
     "Check the name of the method, or upgrade the server; reflection lists what it has."},
    {CallError::kRequestTooExpensive, "REQUEST_TOO_EXPENSIVE", StatusCode::kResourceExhausted,
     "Reading the request would take far more memory than its bytes justify.",
     "Send fewer empty entries, or less at once."},
    {CallError::kRequestTooLarge, "REQUEST_TOO_LARGE", StatusCode::kResourceExhausted,
     "The request is longer than its method takes: 4 MiB or 64 MiB, as the API reference says, or --max-message-bytes.",
     "Send less, or several clusters in several batches."},
    {CallError::kResponseTooLarge, "RESPONSE_TOO_LARGE", StatusCode::kResourceExhausted,
     "The answer would take more than 256 MiB of memory.", "Ask about fewer clusters at once, or with DETAIL_BRIEF."},
    {CallError::kShuttingDown, "SHUTTING_DOWN", StatusCode::kUnavailable, "The server is about to stop.",
     "Try again after the RetryInfo's delay; another server, or this one restarted, will answer."},
    {CallError::kTooManyCallsInFlight, "TOO_MANY_CALLS_IN_FLIGHT", StatusCode::kResourceExhausted,
     "As many batches and large requests as the server takes at once are in flight already.",
     "Try again after the RetryInfo's delay, or raise --max-in-flight."},
    {CallError::kTooManyHealthWatches, "TOO_MANY_HEALTH_WATCHES", StatusCode::kResourceExhausted,
     "As many health watches as the server takes at once are open already: as many as connections may be.",
     "Hold one for each connection, or ask Check."},
    {CallError::kTooManyReflectionStreams, "TOO_MANY_REFLECTION_STREAMS", StatusCode::kResourceExhausted,
     "As many reflection streams as the server takes at once are open already.",
     "Close one; a stream answers any number of questions."},
    {CallError::kTooManyUnreadAnswers, "TOO_MANY_UNREAD_ANSWERS", StatusCode::kResourceExhausted,
     "Callers have not yet read as many bytes of answers as the server keeps for them.",
     "Read the answers that are there, try again after the RetryInfo's delay, or ask about less at once."},
    {CallError::kTooMuchWorkInFlight, "TOO_MUCH_WORK_IN_FLIGHT", StatusCode::kResourceExhausted,
     "The calls in flight take as much memory for their requests and answers as the server gives them together.",
     "Try again after the RetryInfo's delay, ask about less at once, or raise --memory-quota."},
    {CallError::kTookTooLong, "TOOK_TOO_LONG", StatusCode::kDeadlineExceeded,
     "The call was not answered within the longest time that the server gives a batch or a large request, waiting "
     "included.",
     "Ask about less at once, try again when the server has less to do, or raise --max-deadline."},
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
