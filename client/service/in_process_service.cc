#include <utility>

#include "client/sidecar/control/sizing_service.h"

namespace cpsizer::sidecar {
namespace {

class InProcessService : public SizingService {
 public:
  InProcessService(kube::EventLoop& loop, Decisions decisions) : loop_(loop), decisions_(std::move(decisions)) {}
  ~InProcessService() override { *alive_ = false; }

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) override {
    Decide(decisions_.recommend_size, request, std::move(answer));
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                          OnAnswer<v1::BatchRecommendSizeResponse> answer) override {
    Decide(decisions_.batch_recommend_size, request, std::move(answer));
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) override {
    Decide(decisions_.validate_config, request, std::move(answer));
  }
  void RecommendReplicas(v1::RecommendReplicasRequest request,
                         OnAnswer<v1::RecommendReplicasResponse> answer) override {
    Decide(decisions_.recommend_replicas, request, std::move(answer));
  }

 private:
  // Answers later, as a remote one does: nobody is called back while asking.
  template <typename Request, typename Response>
  void Decide(const std::function<absl::Status(const Request&, Response&)>& decision, const Request& request,
              OnAnswer<Response> answer) {
    auto response = std::make_shared<Response>();
    absl::Status status = decision(request, *response);
    loop_.Post([alive = alive_, status = std::move(status), response, answer = std::move(answer)] {
      if (!*alive) return;
      answer(status.ok() ? absl::StatusOr<Response>(std::move(*response)) : status);
    });
  }

  kube::EventLoop& loop_;
  const Decisions decisions_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<SizingService> MakeInProcessService(kube::EventLoop& loop, Decisions decisions) {
  return std::make_unique<InProcessService>(loop, std::move(decisions));
}

}  // namespace cpsizer::sidecar
