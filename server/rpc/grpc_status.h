#ifndef CPSIZER_SERVER_RPC_GRPC_STATUS_H_
#define CPSIZER_SERVER_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/call_errors.h"

namespace cpsizer::server {

// The same code and message; the payloads as a serialized google.rpc.Status in the details. The only place where a
// status of ours becomes one of gRPC's.
grpc::Status ToGrpcStatus(const absl::Status& status);

// CallErrorStatus with a google.rpc.RetryInfo of a second.
absl::Status CallErrorWithRetry(CallError error, absl::string_view message);

// The reason in the google.rpc.ErrorInfo of `status`; empty if it has none.
std::string ReasonOf(const absl::Status& status);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_GRPC_STATUS_H_
