#ifndef CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
#define CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace cpsizer {

// Returns the status of a call. The google.rpc details of the call are payloads of the status (cpsizer/status.h).
// Details are dropped if they cannot be parsed, or if they belong to another code.
absl::Status ToAbslStatus(const grpc::Status& status);

// Returns an error with `message`, and with the code and the payloads of `status`. `status` must be an error.
absl::Status WithMessage(const absl::Status& status, absl::string_view message);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
