#include "server/rpc/grpc_status.h"

#include <string>

#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace cpsizer::server {

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status();
  google::rpc::Status details;
  SetRpcStatus(status, details);
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), details.message(), details.SerializeAsString());
}

std::string ReasonOf(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  ReadDetail(status, info);
  return info.reason();
}

}  // namespace cpsizer::server
