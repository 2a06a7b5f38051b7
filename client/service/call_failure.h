#ifndef CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
#define CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

// Classifies failed calls of the sizing service. Either the service refuses the request, or the service fails. The
// details of an error are payloads of its status, as defined in include/cpsizer/status.h.
namespace cpsizer {

// The maximum retry delay that a client accepts from the service.
inline constexpr absl::Duration kMaxRetryDelay = absl::Minutes(1);

// Returns whether the service refused the request. After a refusal, the service would refuse the same request again,
// but may accept other requests. Refusals are InvalidArgument, FailedPrecondition, OutOfRange, and ResourceExhausted
// without RetryInfo (the request is too large). All other errors are failures of the service, including
// ResourceExhausted with RetryInfo (the service is busy).
bool IsRefusal(const absl::Status& status);

// Returns the retry delay in the google.rpc.RetryInfo of `status`, limited to the range from zero to kMaxRetryDelay.
// Returns nullopt if the RetryInfo is missing or malformed.
absl::optional<absl::Duration> RetryDelay(const absl::Status& status);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
