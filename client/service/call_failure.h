#ifndef CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
#define CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

// The classification of failed calls to the sizing service. A failure is either a refusal of this request or a failure
// of the service. Details of an error are payloads of its status, as include/cpsizer/status.h defines them.
namespace cpsizer {

// The longest delay that a client accepts from the service.
inline constexpr absl::Duration kMaxRetryDelay = absl::Minutes(1);

// Returns whether the service refused this request: the same request is refused again, while other requests may
// succeed. Refusals are InvalidArgument, FailedPrecondition, OutOfRange, and ResourceExhausted without RetryInfo, which
// means that the request is too large. Every other error is a failure of the service, also ResourceExhausted with
// RetryInfo, which means that the service is busy.
bool IsRefusal(const absl::Status& status);

// Returns the delay in the google.rpc.RetryInfo of `status`, from zero to kMaxRetryDelay; absent without RetryInfo, or
// if it is malformed.
absl::optional<absl::Duration> RetryDelay(const absl::Status& status);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
