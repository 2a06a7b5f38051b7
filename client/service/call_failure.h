#ifndef CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
#define CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

// The classification of failed calls to the sizing service. A call fails because the service refuses this request, or
// because the service itself fails. Details of an error are payloads of its status, as defined in
// include/cpsizer/status.h.
namespace cpsizer {

// The maximum retry delay of the service that a client accepts.
inline constexpr absl::Duration kMaxRetryDelay = absl::Minutes(1);

// Returns whether the service refused this request. The service would refuse the same request again, but may accept
// other requests. Refusals are InvalidArgument, FailedPrecondition, OutOfRange, and ResourceExhausted without RetryInfo
// (the request is too large). Every other error is a failure of the service. This includes ResourceExhausted with
// RetryInfo (the service is busy).
bool IsRefusal(const absl::Status& status);

// Returns the delay in the google.rpc.RetryInfo of `status`, limited to the range from zero to kMaxRetryDelay. Returns
// nullopt if the RetryInfo is missing or malformed.
absl::optional<absl::Duration> RetryDelay(const absl::Status& status);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_FAILURE_H_
