#include <grpcpp/grpcpp.h>

#include <chrono>

#include "absl/strings/str_cat.h"
#include "client/cli/input/sizing_client.h"
#include "client/service/service_channel.h"
#include "cpsizer/status.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::cli {
namespace {

class RemoteClient : public SizingClient {
 public:
  RemoteClient(const std::string& address, absl::Duration timeout, const grpc::SslCredentialsOptions* tls,
               const std::string& server_name)
      : address_(address),
        timeout_(timeout),
        what_to_check_(
            tls == nullptr
                ? "Check the address, that cpsizer-server runs there, and whether it wants TLS (--server-ca-file)"
                : "Check the address, that cpsizer-server runs there, and that each side "
                  "believes the other's certificate (--server-ca-file, --server-name, "
                  "--server-cert-file)"),
        stub_(v1::SizingService::NewStub(MakeServiceChannel(address, tls, server_name))) {}

  absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) override {
    return Call(&v1::SizingService::Stub::RecommendSize, request, response);
  }

  absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request,
                                  v1::BatchRecommendSizeResponse& response) override {
    return Call(&v1::SizingService::Stub::BatchRecommendSize, request, response);
  }

  absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) override {
    return Call(&v1::SizingService::Stub::ValidateConfig, request, response);
  }

  absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request,
                                 v1::RecommendReplicasResponse& response) override {
    return Call(&v1::SizingService::Stub::RecommendReplicas, request, response);
  }

 private:
  template <typename Request, typename Response>
  absl::Status Call(grpc::Status (v1::SizingService::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response& response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout_));
    return ToAbslStatus((stub_.get()->*method)(&context, request, &response));
  }

  absl::Status ToAbslStatus(const grpc::Status& status) const {
    if (status.ok()) return absl::OkStatus();
    switch (status.error_code()) {
      case grpc::StatusCode::UNAVAILABLE:
        return absl::UnavailableError(absl::StrCat("cannot reach a server at ", address_, ": ", status.error_message(),
                                                   ". ", what_to_check_, ", or leave --server out to decide here"));
      case grpc::StatusCode::DEADLINE_EXCEEDED:
        return absl::DeadlineExceededError(
            absl::StrCat("no answer from the server at ", address_, " within ", absl::FormatDuration(timeout_),
                         ". Give it more time with --timeout, or leave --server out to decide here"));
      default:
        break;
    }
    google::rpc::Status details;
    if (details.ParseFromString(status.error_details()) && details.code() == status.error_code()) {
      return FromRpcStatus(details);
    }
    return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  }

  const std::string address_;
  const absl::Duration timeout_;
  const absl::string_view what_to_check_;
  const std::unique_ptr<v1::SizingService::Stub> stub_;
};

}  // namespace

std::unique_ptr<SizingClient> MakeRemoteClient(const std::string& address, absl::Duration timeout,
                                               std::shared_ptr<const grpc::SslCredentialsOptions> tls,
                                               const std::string& server_name) {
  return std::make_unique<RemoteClient>(address, timeout, tls.get(), server_name);
}

}  // namespace cpsizer::cli
