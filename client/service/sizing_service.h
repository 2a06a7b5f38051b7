#ifndef CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_

#include <google/protobuf/message.h>

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "cpsizer/validate_config.h"

namespace cpsizer {

// True for types of requests that may be large, because they contain many clusters or many pods. For these types, the
// service accepts more bytes (cpsizer/limits.h) and needs more time.
template <typename Request>
inline constexpr bool kIsLarge = false;
template <>
inline constexpr bool kIsLarge<v1::BatchRecommendSizeRequest> = true;
template <>
inline constexpr bool kIsLarge<v1::RecommendReplicasRequest> = true;
template <>
inline constexpr bool kIsLarge<v1::BatchRecommendReplicasRequest> = true;

// Calls `visit` with the function of the decision library for each method. Only a caller of this function needs the
// library.
template <typename Visitor>
void VisitDecisions(Visitor&& visit) {
  visit(RecommendSize);
  visit(BatchRecommendSize);
  visit(ValidateConfig);
  visit(RecommendReplicas);
  visit(ScaleCpuRequests);
  visit(RecommendMachine);
  visit(PlanClusterAutoscaler);
  visit(BatchRecommendReplicas);
}

// The sizing service, on a server or in this process.
//
// Must be created, called and destroyed on the thread of its Executor. After a call has returned, the service passes
// the response to the callback, exactly once and on the same thread. After the service is destroyed, callbacks are not
// called. Errors: the errors of the service, with the google.rpc details as payloads (cpsizer/status.h); Unavailable or
// DeadlineExceeded if no server can be reached.
class SizingService {
 public:
  template <typename Response>
  using OnAnswer = std::function<void(absl::StatusOr<Response>)>;

  virtual ~SizingService() = default;

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) {
    Call(request, std::move(answer));
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request, OnAnswer<v1::BatchRecommendSizeResponse> answer) {
    Call(request, std::move(answer));
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) {
    Call(request, std::move(answer));
  }
  void RecommendReplicas(v1::RecommendReplicasRequest request, OnAnswer<v1::RecommendReplicasResponse> answer) {
    Call(request, std::move(answer));
  }
  void ScaleCpuRequests(v1::ScaleCpuRequestsRequest request, OnAnswer<v1::ScaleCpuRequestsResponse> answer) {
    Call(request, std::move(answer));
  }
  void RecommendMachine(v1::RecommendMachineRequest request, OnAnswer<v1::RecommendMachineResponse> answer) {
    Call(request, std::move(answer));
  }
  void PlanClusterAutoscaler(v1::PlanClusterAutoscalerRequest request,
                             OnAnswer<v1::PlanClusterAutoscalerResponse> answer) {
    Call(request, std::move(answer));
  }
  void BatchRecommendReplicas(v1::BatchRecommendReplicasRequest request,
                              OnAnswer<v1::BatchRecommendReplicasResponse> answer) {
    Call(request, std::move(answer));
  }

  // Calls the method that has the type of `request`, and passes the result to `end` as described above. Writes to
  // `response`, which has the type of the response of this method and exists as long as a copy of `end`. The service
  // does not read `request` after this function has returned. `is_large` is kIsLarge of the type of `request`.
  using Message = google::protobuf::Message;
  using OnEnd = std::function<void(absl::Status)>;
  virtual void Send(const Message& request, bool is_large, Message& response, OnEnd end) = 0;

 private:
  template <typename Request, typename Response>
  void Call(const Request& request, OnAnswer<Response> answer) {
    // A shared pointer, because a std::function must be copyable.
    const auto response = std::make_shared<Response>();
    Send(request, kIsLarge<Request>, *response, [response, answer = std::move(answer)](absl::Status status) {
      answer(status.ok() ? absl::StatusOr<Response>(std::move(*response)) : std::move(status));
    });
  }
};

// Runs tasks of a service on the thread of the service.
struct Executor {
  // Runs `task` once, after the current task has ended. Thread-safe.
  std::function<void(std::function<void()> task)> post;
  // Runs `task` every `period` until the returned handle is destroyed.
  std::function<std::shared_ptr<void>(absl::Duration period, std::function<void()> task)> every;
};

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_
