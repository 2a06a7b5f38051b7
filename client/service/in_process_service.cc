#include "client/service/in_process_service.h"

#include <utility>

#include "cpsizer/limits.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"

namespace cpsizer {
namespace {

// Adapts a function that decides a batch and can be cancelled to a function without cancellation.
template <auto decide, typename Request, typename Response>
absl::Status WithoutCancellation(const Request& request, Response& response) {
  return decide(
      request, [] { return false; }, response);
}

class InProcessService : public SizingService {
 public:
  explicit InProcessService(Executor executor) : executor_(std::move(executor)) {}
  ~InProcessService() override { *alive_ = false; }

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) override {
    Decide(cpsizer::RecommendSize, request, std::move(answer));
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                          OnAnswer<v1::BatchRecommendSizeResponse> answer) override {
    Decide(&WithoutCancellation<cpsizer::BatchRecommendSize, v1::BatchRecommendSizeRequest,
                                v1::BatchRecommendSizeResponse>,
           request, std::move(answer));
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) override {
    Decide(cpsizer::ValidateConfig, request, std::move(answer));
  }
  void RecommendReplicas(v1::RecommendReplicasRequest request,
                         OnAnswer<v1::RecommendReplicasResponse> answer) override {
    Decide(cpsizer::RecommendReplicas, request, std::move(answer));
  }
  void ScaleCpuRequests(v1::ScaleCpuRequestsRequest request, OnAnswer<v1::ScaleCpuRequestsResponse> answer) override {
    Decide(cpsizer::ScaleCpuRequests, request, std::move(answer));
  }
  void RecommendMachine(v1::RecommendMachineRequest request, OnAnswer<v1::RecommendMachineResponse> answer) override {
    Decide(cpsizer::RecommendMachine, request, std::move(answer));
  }
  void PlanClusterAutoscaler(v1::PlanClusterAutoscalerRequest request,
                             OnAnswer<v1::PlanClusterAutoscalerResponse> answer) override {
    Decide(cpsizer::PlanClusterAutoscaler, request, std::move(answer));
  }
  void BatchRecommendReplicas(v1::BatchRecommendReplicasRequest request,
                              OnAnswer<v1::BatchRecommendReplicasResponse> answer) override {
    Decide(&WithoutCancellation<cpsizer::BatchRecommendReplicas, v1::BatchRecommendReplicasRequest,
                                v1::BatchRecommendReplicasResponse>,
           request, std::move(answer));
  }

 private:
  template <typename Request, typename Response>
  void Decide(absl::Status (*decide)(const Request&, Response&), const Request& request, OnAnswer<Response> answer) {
    constexpr size_t kMaxBytes = kIsLarge<Request> ? kMaxBatchRequestBytes : kMaxUnaryRequestBytes;
    // Uses a shared pointer, because a std::function must be copyable.
    auto response = std::make_shared<Response>();
    absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kMaxBytes);
    if (status.ok()) status = decide(request, *response);
    executor_.post([alive = alive_, status = std::move(status), response, answer = std::move(answer)] {
      if (!*alive) return;
      answer(status.ok() ? absl::StatusOr<Response>(std::move(*response)) : status);
    });
  }

  const Executor executor_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<SizingService> MakeInProcessService(Executor executor) {
  return std::make_unique<InProcessService>(std::move(executor));
}

}  // namespace cpsizer
