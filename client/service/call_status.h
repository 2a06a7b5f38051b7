#ifndef CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
#define CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace cpsizer {

// Returns the status of a call, with its google.rpc details as payloads (cpsizer/status.h). Details that cannot be
// parsed or that belong to another code are dropped.
absl::Status ToAbslStatus(const grpc::Status& status);

// Returns `status` with another message: the same code and the same payloads. Requires an error.
absl::Status WithMessage(const absl::Status& status, absl::string_view message);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_CALL_STATUS_H_
