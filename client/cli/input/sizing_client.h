#ifndef CPSIZER_CLIENT_CLI_INPUT_SIZING_CLIENT_H_
#define CPSIZER_CLIENT_CLI_INPUT_SIZING_CLIENT_H_

#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::cli {

// Asks the sizing service. A response must be empty; after an error its content is unspecified. Errors are those of the
// service, with google.rpc details as payloads. Not thread-safe.
class SizingClient {
 public:
  virtual ~SizingClient() = default;

  virtual absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) = 0;
  virtual absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request,
                                          v1::BatchRecommendSizeResponse& response) = 0;
  virtual absl::Status ValidateConfig(const v1::ValidateConfigRequest& request,
                                      v1::ValidateConfigResponse& response) = 0;
  virtual absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request,
                                         v1::RecommendReplicasResponse& response) = 0;
};

// Decides in this process, under the same limits as a server.
std::unique_ptr<SizingClient> MakeInProcessClient();

// Asks the server at `address`; a call takes at most `timeout`. Over TLS where `tls` says what to believe and to show;
// the server's certificate must then have the name `server_name`, or that of the address where it is empty. More
// errors: Unavailable and DeadlineExceeded, whose messages name the address and the way out.
std::unique_ptr<SizingClient> MakeRemoteClient(const std::string& address, absl::Duration timeout,
                                               std::shared_ptr<const grpc::SslCredentialsOptions> tls = nullptr,
                                               const std::string& server_name = "");

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_SIZING_CLIENT_H_
