#ifndef CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
#define CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace cpsizer {

// Converts the status of a gRPC call. The google.rpc details become payloads of the result (cpsizer/status.h). Details
// are dropped if they cannot be parsed, or if their code differs from the code of `status`.
absl::Status ToAbslStatus(const grpc::Status& status);

// Returns an error with the code and the payloads of `status`, and with the message `message`. `status` must be an
// error.
absl::Status WithMessage(const absl::Status& status, absl::string_view message);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
