#ifndef CPSIZER_CALL_ERRORS_H_
#define CPSIZER_CALL_ERRORS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer {

// The reasons why a call fails, other than an invalid field (see Rule). The names on the wire are in the table in
// call_errors.cc and never change.
enum class CallError : uint8_t {
  kCallerNotAllowed,
  kMalformedRequest,
  kMethodUnknown,
  kRequestCompressed,
  kRequestTooExpensive,
  kRequestTooLarge,
  kResponseTooLarge,
  kServerBusy,
  kShuttingDown,
  kTooManyCallsInFlight,
  kTooManyHealthWatches,
  kTooManyReflectionStreams,
  kTooManyUnreadAnswers,
  kTooMuchWorkInFlight,
  kTookTooLong,
};

struct CallErrorInfo {
  CallError error;
  absl::string_view id;  // in UPPER_SNAKE; the reason in google.rpc.ErrorInfo
  absl::StatusCode code;
  absl::string_view meaning;  // one sentence
  absl::string_view remedy;   // how to fix the problem, one sentence
};

// All errors, in the order of `CallError`.
absl::Span<const CallErrorInfo> AllCallErrors();

const CallErrorInfo& Info(CallError error);

// Returns null if no error has this id.
const CallErrorInfo* FindCallError(absl::string_view id);

}  // namespace cpsizer

#endif  // CPSIZER_CALL_ERRORS_H_
