#include "server/grpc_status.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
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

absl::Status CallErrorWithRetry(CallError error, absl::string_view message) {
  absl::Status status = CallErrorStatus(error, message);
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(1);
  google::protobuf::Any any;
  any.PackFrom(info);
  status.SetPayload(any.type_url(), absl::Cord(any.value()));
  return status;
}

std::string ReasonOf(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const absl::optional<absl::Cord> payload =
      status.GetPayload(absl::StrCat("type.googleapis.com/", google::rpc::ErrorInfo::descriptor()->full_name()));
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return "";
  return info.reason();
}

}  // namespace cpsizer::server
