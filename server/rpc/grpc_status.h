#ifndef CPSIZER_SERVER_RPC_GRPC_STATUS_H_
#define CPSIZER_SERVER_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/call_errors.h"

namespace cpsizer::server {

// Returns the same code and message, with the payloads as a serialized google.rpc.Status in the details. The only
// place that converts a status of this project to one of gRPC.
grpc::Status ToGrpcStatus(const absl::Status& status);

// Returns CallErrorStatus with a google.rpc.RetryInfo of one second.
absl::Status CallErrorWithRetry(CallError error, absl::string_view message);

// Returns the reason in the google.rpc.ErrorInfo of `status`; empty if it has none.
std::string ReasonOf(const absl::Status& status);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_GRPC_STATUS_H_
