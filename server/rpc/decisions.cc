#include "server/rpc/decisions.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/process/enum_word.h"
#include "server/process/log_fields.h"
#include "server/process/logging.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/traceparent.h"

namespace cpsizer::server {
namespace {

// Returns the demand in the response. A brief response has no demand: in this case returns `requested`, the demand in
// the request.
absl::string_view Demand(const v1::SizeAssessment& assessment, absl::string_view requested) {
  return assessment.demand().empty() ? requested : absl::string_view(assessment.demand());
}

void LogDecision(absl::string_view traceparent, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response) {
  const std::string memory = LoggedMemory(Demand(response.memory(), request.demand().memory()));
  const LogField fields[] = {
      {"previousSize", request.current_size()},
      {"newSize", response.recommended_size()},
      {"outcome", EnumWord(v1::SizeOutcome_Name(response.outcome()), "SIZE_OUTCOME_")},
      {"noRecommendationReason", EnumWord(v1::SizeNoRecommendationReason_Name(response.no_recommendation_reason()),
                                          "SIZE_NO_RECOMMENDATION_REASON_")},
      {"heldBy", EnumWord(v1::SizeHoldRule_Name(response.held_by()), "SIZE_HOLD_RULE_")},
      {"driver", EnumWord(v1::SizeDriver_Name(response.driver()), "SIZE_DRIVER_")},
      {"kubeAPIServerMemory", memory},
      {"kubeAPIServerCPU", Demand(response.cpu(), request.demand().cpu())},
      // The next two fields have the same value. The autoscaler of the HyperShift operator logs this value as
      // `memoryFraction`.
      {"memoryFraction", response.memory().fraction()},
      {"effectiveMemoryFraction", response.memory().fraction()},
      {"effectiveCPUFraction", response.cpu().fraction()},
      {"managementCluster", request.cluster().management_cluster()},
      {"namespace", request.cluster().namespace_()},
      {"hostedCluster", request.cluster().name()},
      {"traceparent", traceparent},
  };
  Log(LogLevel::kDebug, "size decided", WithoutEmpty(fields));
}

absl::string_view NameOfWinner(const v1::RecommendReplicasResponse& response) {
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    if (metric.wins()) return metric.name();
  }
  return "";
}

// `subject` contains the fields that identify the object of the request.
void LogRefused(absl::string_view what, absl::string_view traceparent, absl::string_view method,
                const absl::Status& status, std::vector<LogField> subject) {
  const std::string code = absl::StatusCodeToString(status.code());
  const std::string reason = ReasonOf(status);
  std::vector<LogField> fields = {{"code", code}, {"reason", reason}, {"error", status.message()}, {"method", method}};
  fields.insert(fields.end(), subject.begin(), subject.end());
  fields.push_back({"traceparent", traceparent});
  Log(LogLevel::kDebug, what, WithoutEmpty(fields));
}

std::vector<LogField> SubjectOf(const v1::ClusterReference& cluster) {
  return {{"managementCluster", cluster.management_cluster()},
          {"namespace", cluster.namespace_()},
          {"hostedCluster", cluster.name()}};
}

std::vector<LogField> SubjectOf(const v1::RecommendSizeRequest& item) {
  return SubjectOf(item.cluster());
}

std::vector<LogField> SubjectOf(const v1::RecommendReplicasRequest& item) {
  const v1::ObjectMeta& metadata = item.horizontal_pod_autoscaler().metadata();
  return {{"namespace", metadata.namespace_()}, {"horizontalPodAutoscaler", metadata.name()}};
}

void LogDecision(absl::string_view traceparent, const v1::RecommendReplicasRequest& request,
                 const v1::RecommendReplicasResponse& response) {
  const std::string current = absl::StrCat(response.current_replicas());
  const std::string desired = absl::StrCat(response.desired_replicas());
  const LogField fields[] = {
      {"currentReplicas", current},
      {"desiredReplicas", desired},
      {"outcome", EnumWord(v1::ReplicasOutcome_Name(response.outcome()), "REPLICAS_OUTCOME_")},
      {"metric", NameOfWinner(response)},
      {"error", response.error()},
      {"namespace", request.horizontal_pod_autoscaler().metadata().namespace_()},
      {"horizontalPodAutoscaler", request.horizontal_pod_autoscaler().metadata().name()},
      {"traceparent", traceparent},
  };
  Log(LogLevel::kDebug, "replicas decided", WithoutEmpty(fields));
}

template <typename Request, typename Response>
void LogItems(Method method, absl::string_view traceparent, const Request& request, const Response& response) {
  const int count = std::min(request.items_size(), response.results_size());
  for (int i = 0; i < count; ++i) {
    const auto& result = response.results(i);
    if (result.has_response()) LogDecision(traceparent, request.items(i), result.response());
    if (result.has_error()) {
      LogRefused("batch item refused", traceparent, Info(method).name, FromRpcStatus(result.error()),
                 SubjectOf(request.items(i)));
    }
  }
}

}  // namespace

absl::Span<const DecisionMetric> DecisionMetrics() {
  using ::prometheus::MetricType;
  static constexpr DecisionMetric kTable[] = {
      {{"cpsizer_recommendations_total",
        MetricType::Counter,
        {"outcome", "driver"},
        "Recommendations of sizes; each item of a batch is counted."},
       v1::RecommendSizeResponse::descriptor,
       // Every response has an outcome. The driver may be unspecified.
       [](int /*outcome*/, int /*driver*/) { return true; }},
      {{"cpsizer_replica_decisions_total",
        MetricType::Counter,
        {"outcome"},
        "Decisions about the replicas of an autoscaler's target; each item of a batch is counted."},
       v1::RecommendReplicasResponse::descriptor},
      {{"cpsizer_cpu_request_decisions_total",
        MetricType::Counter,
        {"outcome"},
        "Decisions about the CPU requests of a control plane."},
       v1::ScaleCpuRequestsResponse::descriptor},
      {{"cpsizer_machine_decisions_total",
        MetricType::Counter,
        {"outcome", "reason"},
        "Decisions about the size of control plane machines."},
       v1::RecommendMachineResponse::descriptor,
       // If the size changes, the reason is always TRIGGERED. For a hold, the reason is one of the other reasons.
       [](int outcome, int reason) {
         return reason != 0 && (outcome == v1::MACHINE_OUTCOME_HOLD) != (reason == v1::MACHINE_REASON_TRIGGERED);
       }},
      {{"cpsizer_cluster_autoscaler_plans_total",
        MetricType::Counter,
        {"outcome"},
        "Plans of the cluster-autoscaler of a cluster."},
       v1::PlanClusterAutoscalerResponse::descriptor},
  };
  return kTable;
}

void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response) {
  LogDecision(TraceparentOf(context), request, response);
}

void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendReplicasRequest& request,
                 const v1::RecommendReplicasResponse& response) {
  LogDecision(TraceparentOf(context), request, response);
}

void LogDecision(const grpc::CallbackServerContext& context, const v1::ScaleCpuRequestsRequest& /*request*/,
                 const v1::ScaleCpuRequestsResponse& response) {
  const std::string limit = absl::StrCat(response.control_plane_cpu_limit());
  const LogField fields[] = {
      {"outcome", EnumWord(v1::CpuRequestsOutcome_Name(response.outcome()), "CPU_REQUESTS_OUTCOME_")},
      {"controlPlaneCPULimit", limit},
      {"defaultRequest", response.fit().default_request()},
      {"scaledRequest", response.fit().scaled_request()},
      {"shortfall", response.fit().shortfall()},
      {"traceparent", TraceparentOf(context)},
  };
  Log(LogLevel::kDebug, "CPU requests decided", WithoutEmpty(fields));
}

void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendMachineRequest& request,
                 const v1::RecommendMachineResponse& response) {
  const absl::string_view degraded =
      response.degraded().degraded() ? absl::string_view(response.degraded().reason()) : absl::string_view();
  const LogField fields[] = {
      {"namespace", request.control_plane_machine_set_autoscaler().metadata().namespace_()},
      {"outcome", EnumWord(v1::MachineOutcome_Name(response.outcome()), "MACHINE_OUTCOME_")},
      {"reason", EnumWord(v1::MachineReason_Name(response.reason()), "MACHINE_REASON_")},
      {"currentSize", response.current().name()},
      {"targetSize", response.target().name()},
      {"nextStepTime", response.next_step_time()},
      {"degraded", degraded},
      {"traceparent", TraceparentOf(context)},
  };
  Log(LogLevel::kDebug, "machine size decided", WithoutEmpty(fields));
}

void LogDecision(const grpc::CallbackServerContext& context, const v1::PlanClusterAutoscalerRequest& request,
                 const v1::PlanClusterAutoscalerResponse& response) {
  const auto changed = std::count_if(response.targets().begin(), response.targets().end(),
                                     [](const v1::ClusterAutoscalerTarget& target) { return target.changed(); });
  const std::string autoscalers = absl::StrCat(response.machine_autoscalers_size());
  const std::string changed_targets = absl::StrCat(changed);
  const LogField fields[] = {
      {"outcome",
       EnumWord(v1::ClusterAutoscalerPlanOutcome_Name(response.outcome()), "CLUSTER_AUTOSCALER_PLAN_OUTCOME_")},
      {"clusterAutoscaler", request.cluster_autoscaler().metadata().name()},
      {"machineAutoscalers", autoscalers},
      {"changedMachineSets", changed_targets},
      {"traceparent", TraceparentOf(context)},
  };
  Log(LogLevel::kDebug, "cluster-autoscaler plan made", WithoutEmpty(fields));
}

void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendSizeRequest& request,
                  const v1::BatchRecommendSizeResponse& response) {
  LogItems(Method::kBatchRecommendSize, TraceparentOf(context), request, response);
}

void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendReplicasRequest& request,
                  const v1::BatchRecommendReplicasResponse& response) {
  LogItems(Method::kBatchRecommendReplicas, TraceparentOf(context), request, response);
}

void LogRefusal(const grpc::CallbackServerContext& context, absl::string_view method, const absl::Status& status,
                const v1::ClusterReference* cluster) {
  if (!LogEnabled(LogLevel::kDebug)) return;
  LogRefused("call refused", TraceparentOf(context), method, status,
             cluster == nullptr ? std::vector<LogField>() : SubjectOf(*cluster));
}

}  // namespace cpsizer::server
