#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SIZING_SERVICE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SIZING_SERVICE_H_

#include <grpcpp/security/credentials.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// The service that decides. It belongs to the loop: answers come inside its RunOnce(), each once, but none after the
// service is destroyed. Errors are those of the service; Unavailable and DeadlineExceeded where it cannot be reached.
class SizingService {
 public:
  template <typename Response>
  using OnAnswer = std::function<void(absl::StatusOr<Response>)>;

  virtual ~SizingService() = default;

  virtual void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) = 0;
  virtual void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                                  OnAnswer<v1::BatchRecommendSizeResponse> answer) = 0;
  virtual void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) = 0;
  virtual void RecommendReplicas(v1::RecommendReplicasRequest request,
                                 OnAnswer<v1::RecommendReplicasResponse> answer) = 0;
};

// Decides in this process.
struct Decisions {
  std::function<absl::Status(const v1::RecommendSizeRequest&, v1::RecommendSizeResponse&)> recommend_size;
  std::function<absl::Status(const v1::BatchRecommendSizeRequest&, v1::BatchRecommendSizeResponse&)>
      batch_recommend_size;
  std::function<absl::Status(const v1::ValidateConfigRequest&, v1::ValidateConfigResponse&)> validate_config;
  std::function<absl::Status(const v1::RecommendReplicasRequest&, v1::RecommendReplicasResponse&)> recommend_replicas;
};
std::unique_ptr<SizingService> MakeInProcessService(kube::EventLoop& loop, Decisions decisions);

// TLS towards a service.
struct ServiceTls {
  // What to believe and to show, as it is now; another pointer means other content. Called on the loop, from time to
  // time. Null: no encryption.
  std::function<std::shared_ptr<const grpc::SslCredentialsOptions>()> look;
  absl::Duration period = absl::Seconds(10);
  std::string server_name;  // that the server's certificate must have; empty: that of the target
  // What to look at when a call has failed so, in words; empty where TLS has no part in it. Null: nobody knows.
  std::function<std::string(absl::StatusCode code, absl::string_view error)> advise;
};

// Asks the server at `target`, a gRPC name such as `dns:///cpsizer:50051` or `unix:/run/cpsizer.sock`: in turn where
// there are several, only those that say they serve, again where one is just going away. A call takes at most
// `timeout`; one for many clusters, or about replicas, whose pods may be many, ten times that. Where `tls` has other
// content new calls go over new connections; those under way end on the old ones.
std::unique_ptr<SizingService> MakeRemoteService(kube::EventLoop& loop, const std::string& target,
                                                 absl::Duration timeout, ServiceTls tls = {});

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SIZING_SERVICE_H_
