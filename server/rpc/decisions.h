#ifndef CPSIZER_SERVER_RPC_DECISIONS_H_
#define CPSIZER_SERVER_RPC_DECISIONS_H_

#include <grpcpp/server_context.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "google/protobuf/descriptor.h"
#include "server/process/metric_family.h"
#include "server/rpc/methods.h"

// The decisions: their functions, metrics and log lines. A new decision needs a line in ForEachDecision(), a row in
// DecisionMetrics(), and a LogDecision().
namespace cpsizer::server {

// Calls `use(method, function)` with each decision about one request that is parsed as a whole. `function` is the
// function of the library. It cannot be cancelled: the limits of the request bound its duration, for RecommendReplicas
// to about half a second. Four fifths of this time is for parsing, which cannot be cancelled either.
template <typename Use>
void ForEachDecision(Use use) {
  use(Method::kRecommendReplicas, RecommendReplicas);
  use(Method::kScaleCpuRequests, ScaleCpuRequests);
  use(Method::kRecommendMachine, RecommendMachine);
  use(Method::kPlanClusterAutoscaler, PlanClusterAutoscaler);
}

// A counter of the decisions in responses of one type. Its labels are the names of one or two enum fields of the
// response, first `outcome`.
struct DecisionMetric {
  MetricInfo info;
  const google::protobuf::Descriptor* (*response)();
  // Returns whether there is a series for the numbers of the two enums. `outcome` is not 0. Null if there is one label.
  bool (*has_series)(int outcome, int second) = nullptr;
};
absl::Span<const DecisionMetric> DecisionMetrics();

// Logs `size decided` at level debug, with the fields that operators usually search for. Omits fields without a value.
// The caller must check LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response);

// Logs `replicas decided` at level debug: the autoscaler, the replicas before and after, and the metric that decided.
// Omits the metric if the response is brief. The caller must check LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendReplicasRequest& request,
                 const v1::RecommendReplicasResponse& response);

// Logs `CPU requests decided` at level debug: the limit, and the sum of the CPU requests of all pods before and after.
// The caller must check LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::ScaleCpuRequestsRequest& request,
                 const v1::ScaleCpuRequestsResponse& response);

// Logs `machine size decided` at level debug: the sizes, the reason, and why metrics are missing. The caller must check
// LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendMachineRequest& request,
                 const v1::RecommendMachineResponse& response);

// Logs `cluster-autoscaler plan made` at level debug: the outcome and the number of changes. The caller must check
// LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::PlanClusterAutoscalerRequest& request,
                 const v1::PlanClusterAutoscalerResponse& response);

// Logs one line for each item of a batch: `size decided` if the item has a response, and `batch item refused` if it has
// an error.
void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendSizeRequest& request,
                  const v1::BatchRecommendSizeResponse& response);

// Logs one line for each item of a batch: `replicas decided` if the item has a response, and `batch item refused` if it
// has an error.
void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendReplicasRequest& request,
                  const v1::BatchRecommendReplicasResponse& response);

// Logs `call refused` at level debug, with the error in `status`, and with the cluster of the request if `cluster` is
// not null. Does nothing if level debug is off. `status` must be an error.
void LogRefusal(const grpc::CallbackServerContext& context, absl::string_view method, const absl::Status& status,
                const v1::ClusterReference* cluster = nullptr);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DECISIONS_H_
