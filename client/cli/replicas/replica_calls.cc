#include "client/cli/replicas/replica_calls.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "cpsizer/rules.h"
#include "cpsizer/status.h"

namespace cpsizer::cli {
namespace {

using ReplicaAnswers = std::vector<absl::StatusOr<v1::RecommendReplicasResponse>>;

ReplicaAnswers CallOneByOne(std::vector<v1::RecommendReplicasRequest> requests,
                            const v1::RecommendReplicasOptions& options, BlockingService& client) {
  ReplicaAnswers answers;
  answers.reserve(requests.size());
  for (v1::RecommendReplicasRequest& request : requests) {
    *request.mutable_options() = options;
    answers.push_back(client.Call(&SizingService::RecommendReplicas, std::move(request)));
    if (absl::IsUnavailable(answers.back().status())) break;
  }
  return answers;
}

// The batch has the default detail of RecommendReplicas, which differs from the default of a batch.
v1::BatchRecommendReplicasRequest BatchOf(const std::vector<v1::RecommendReplicasRequest>& requests,
                                          const v1::RecommendReplicasOptions& options) {
  v1::BatchRecommendReplicasRequest batch;
  *batch.mutable_options() = options;
  if (options.detail() == v1::DETAIL_UNSPECIFIED) batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  batch.mutable_items()->Add(requests.begin(), requests.end());
  return batch;
}

}  // namespace

ReplicaAnswers CallForReplicas(std::vector<v1::RecommendReplicasRequest> requests,
                               const v1::RecommendReplicasOptions& options, BlockingService& client) {
  if (requests.size() <= 1) return CallOneByOne(std::move(requests), options, client);
  absl::StatusOr<v1::BatchRecommendReplicasResponse> response =
      client.Call(&SizingService::BatchRecommendReplicas, BatchOf(requests, options));
  if (absl::IsUnavailable(response.status())) return {response.status()};
  if (!response.ok() || static_cast<size_t>(response->results_size()) != requests.size()) {
    return CallOneByOne(std::move(requests), options, client);
  }
  ReplicaAnswers answers;
  answers.reserve(requests.size());
  for (v1::BatchRecommendReplicasResult& result : *response->mutable_results()) {
    if (result.has_error()) {
      answers.emplace_back(FromRpcStatus(result.error()));
    } else {
      answers.emplace_back(std::move(*result.mutable_response()));
    }
  }
  return answers;
}

absl::optional<v1::Finding> FindTargetError(const v1::HorizontalPodAutoscaler& autoscaler, BlockingService& client) {
  v1::ValidateConfigRequest request;
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  absl::StatusOr<v1::ValidateConfigResponse> response = client.Call(&SizingService::ValidateConfig, std::move(request));
  if (!response.ok()) return absl::nullopt;
  for (v1::Finding& finding : *response->mutable_findings()) {
    if (!absl::StartsWith(finding.path(), "spec.scaleTargetRef.")) continue;
    if (finding.severity() != v1::SEVERITY_ERROR && finding.rule() != Info(Rule::kTargetNotScalable).id) continue;
    finding.set_severity(v1::SEVERITY_ERROR);  // because there is no decision
    return std::move(finding);
  }
  return absl::nullopt;
}

}  // namespace cpsizer::cli
