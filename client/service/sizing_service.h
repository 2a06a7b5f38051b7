#ifndef CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

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

  virtual void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) = 0;
  virtual void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                                  OnAnswer<v1::BatchRecommendSizeResponse> answer) = 0;
  virtual void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) = 0;
  virtual void RecommendReplicas(v1::RecommendReplicasRequest request,
                                 OnAnswer<v1::RecommendReplicasResponse> answer) = 0;
  virtual void ScaleCpuRequests(v1::ScaleCpuRequestsRequest request, OnAnswer<v1::ScaleCpuRequestsResponse> answer) = 0;
  virtual void RecommendMachine(v1::RecommendMachineRequest request, OnAnswer<v1::RecommendMachineResponse> answer) = 0;
  virtual void PlanClusterAutoscaler(v1::PlanClusterAutoscalerRequest request,
                                     OnAnswer<v1::PlanClusterAutoscalerResponse> answer) = 0;
  virtual void BatchRecommendReplicas(v1::BatchRecommendReplicasRequest request,
                                      OnAnswer<v1::BatchRecommendReplicasResponse> answer) = 0;
};

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

// Runs tasks of a service on the thread of the service.
struct Executor {
  // Runs `task` once, after the current task has ended. Thread-safe.
  std::function<void(std::function<void()> task)> post;
  // Runs `task` every `period` until the returned handle is destroyed.
  std::function<std::shared_ptr<void>(absl::Duration period, std::function<void()> task)> every;
};

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_SIZING_SERVICE_H_
