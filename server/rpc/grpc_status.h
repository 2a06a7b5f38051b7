#ifndef CPSIZER_SERVER_RPC_GRPC_STATUS_H_
#define CPSIZER_SERVER_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/call_errors.h"

namespace cpsizer::server {

// Returns a gRPC status with the code and message of `status`, and with its payloads as a serialized google.rpc.Status
// in the details. No other code converts a status of this project to a gRPC status.
grpc::Status ToGrpcStatus(const absl::Status& status);

// Returns CallErrorStatus() with a google.rpc.RetryInfo of one second.
absl::Status CallErrorWithRetry(CallError error, absl::string_view message);

// Returns the reason in the google.rpc.ErrorInfo of `status`; empty if there is no reason.
std::string ReasonOf(const absl::Status& status);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_GRPC_STATUS_H_
