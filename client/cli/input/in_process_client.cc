#include "client/cli/input/sizing_client.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"

namespace cpsizer::cli {
namespace {

class InProcessClient : public SizingClient {
 public:
  absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) override {
    const absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kMaxUnaryRequestBytes);
    return status.ok() ? cpsizer::RecommendSize(request, response) : status;
  }

  absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request,
                                  v1::BatchRecommendSizeResponse& response) override {
    const absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kMaxBatchRequestBytes);
    const auto never = [] { return false; };
    return status.ok() ? cpsizer::BatchRecommendSize(request, never, response) : status;
  }

  absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) override {
    const absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kMaxUnaryRequestBytes);
    return status.ok() ? cpsizer::ValidateConfig(request, response) : status;
  }

  absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request,
                                 v1::RecommendReplicasResponse& response) override {
    const absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kMaxBatchRequestBytes);
    return status.ok() ? cpsizer::RecommendReplicas(request, response) : status;
  }
};

}  // namespace

std::unique_ptr<SizingClient> MakeInProcessClient() {
  return std::make_unique<InProcessClient>();
}

}  // namespace cpsizer::cli
