#include "server/grpc_status.h"

#include <string>

#include "cpsizer/status.h"
#include "google/protobuf/any.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace cpsizer::server {

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status();
  google::rpc::Status details;
  SetRpcStatus(status, details);
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), details.message(), details.SerializeAsString());
}

absl::Status CallErrorWithRetry(CallError error, absl::string_view message, absl::Duration retry_delay) {
  absl::Status status = CallErrorStatus(error, message);
  google::rpc::RetryInfo info;
  absl::Duration rest;
  info.mutable_retry_delay()->set_seconds(absl::IDivDuration(retry_delay, absl::Seconds(1), &rest));
  info.mutable_retry_delay()->set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(rest)));
  google::protobuf::Any any;
  any.PackFrom(info);
  status.SetPayload(any.type_url(), absl::Cord(any.value()));
  return status;
}

}  // namespace cpsizer::server
