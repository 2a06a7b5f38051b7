#include "server/engine/replicas/summarize_replicas.h"

#include "absl/strings/str_cat.h"

namespace cpsizer {
namespace {

// Returns a text such as "5 replicas" or "1 replica".
std::string Replicas(int replicas) {
  return absl::StrCat(replicas, replicas == 1 ? " replica" : " replicas");
}

std::string Stays(const v1::RecommendReplicasResponse& response) {
  return absl::StrCat(Replicas(response.current_replicas()), response.current_replicas() == 1 ? " stays" : " stay");
}

// Returns a text such as "5 replicas instead of 3" or "3 replicas stay".
std::string WhatToDo(const v1::RecommendReplicasResponse& response) {
  if (response.outcome() != v1::REPLICAS_OUTCOME_RESCALE) return Stays(response);
  return absl::StrCat(Replicas(response.desired_replicas()), " instead of ", response.current_replicas());
}

// Appends a text such as
// ": cpu resource utilization (percentage of request) is 80% with a target of 50%; ceil(1.6 x 3 ready pods) = 5".
void AppendWinner(const v1::RecommendReplicasResponse& response, std::string& text) {
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    if (!metric.wins()) continue;
    absl::StrAppend(&text, ": ", metric.name(), " is ", metric.usage(), " with a target of ", metric.target());
    if (metric.has_corrected_ratio()) {
      absl::StrAppend(&text, ", a ratio of ", metric.ratio(), ", corrected to ", metric.corrected_ratio(), " for ",
                      metric.pods().missing(), " missing and ", metric.pods().unready(), " unready pods");
    }
    absl::StrAppend(&text, "; ", metric.arithmetic());
  }
}

// Appends, for example, "; 9 became 8: the desired replica count is more than the maximum replica count".
void AppendSteps(const v1::RecommendReplicasResponse& response, std::string& text) {
  for (const v1::ReplicasStep& step : response.steps()) {
    absl::StrAppend(&text, "; ", step.before(), " became ", step.after(), ": ", step.message());
  }
}

// Appends, for example, "; 1 of 2 metrics failed".
void AppendFailures(const v1::RecommendReplicasResponse& response, std::string& text) {
  int failed = 0;
  for (const v1::ReplicasProposal& metric : response.metrics()) failed += metric.error().empty() ? 0 : 1;
  if (failed != 0) absl::StrAppend(&text, "; ", failed, " of ", response.metrics_size(), " metrics failed");
}

// Appends the bound that decided. Used for a decision without metrics, which depends only on minReplicas or
// maxReplicas.
void AppendBound(const v1::RecommendReplicasResponse& response, std::string& text) {
  const bool above = response.desired_replicas() < response.current_replicas();
  absl::StrAppend(&text, ": there are ", above ? "more than maxReplicas" : "fewer than minReplicas",
                  ", so metrics are not evaluated");
}

}  // namespace

std::string SummarizeReplicas(const v1::RecommendReplicasResponse& response) {
  switch (response.outcome()) {
    case v1::REPLICAS_OUTCOME_DISABLED:
      return "nothing to do: the target has zero replicas, which disables the autoscaler";
    case v1::REPLICAS_OUTCOME_TARGET_UNREADABLE:
      return absl::StrCat("nothing decided: ", response.error());
    case v1::REPLICAS_OUTCOME_METRICS_FAILED:
      return absl::StrCat(Stays(response), ": ", response.error());
    default:
      break;
  }
  std::string text = WhatToDo(response);
  if (response.metrics().empty()) {
    AppendBound(response, text);
    return text;
  }
  AppendWinner(response, text);
  AppendSteps(response, text);
  AppendFailures(response, text);
  return text;
}

}  // namespace cpsizer
