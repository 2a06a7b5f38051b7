#ifndef CPSIZER_SERVER_RPC_GRPC_STATUS_H_
#define CPSIZER_SERVER_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Converts `status` to a gRPC status with the same code and message. The payloads of `status` become a serialized
// google.rpc.Status in the details. All statuses of the service must be converted by this function.
grpc::Status ToGrpcStatus(const absl::Status& status);

// Returns the reason in the google.rpc.ErrorInfo of `status`. Returns an empty text if there is no reason.
std::string ReasonOf(const absl::Status& status);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_GRPC_STATUS_H_
