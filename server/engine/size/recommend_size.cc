#include "cpsizer/recommend_size.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/text.h"
#include "server/engine/size/compile_configuration.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/explain.h"
#include "server/engine/size/observation.h"
#include "server/engine/size/summary.h"

namespace cpsizer {
namespace {

// With this interval, the checks for cancellation take less than 10 % of the time of the cheapest items. The most
// expensive item takes 1 ms.
constexpr int kItemsBetweenChecks = 16;

void CheckCluster(const v1::ClusterReference& cluster, Findings& findings) {
  CheckNameLength(cluster.management_cluster(), "cluster.managementCluster", findings);
  CheckNameLength(cluster.namespace_(), "cluster.namespace", findings);
  CheckNameLength(cluster.name(), "cluster.name", findings);
}

// Returns the index of the current size. A decision without data must not choose a smaller size. If the current size
// was renamed or removed, returns the index of the largest size, because the current size may have been as large.
absl::optional<int> FindCurrent(const SizeLadder& ladder, absl::string_view current_size, Findings& findings) {
  if (current_size.empty()) return absl::nullopt;
  if (const absl::optional<int> index = ladder.IndexOf(current_size)) return index;
  findings.Add(Rule::kCurrentSizeUnknown, "currentSize", current_size,
               absl::StrCat("the configuration has no size \"", Quoted(current_size), "\""));
  return static_cast<int>(ladder.sizes().size()) - 1;
}

void Answer(const SizeLadder& ladder, const Decision& decision, absl::string_view current_size,
            v1::RecommendSizeResponse& response) {
  response.set_outcome(decision.outcome);
  response.set_no_recommendation_reason(decision.missing);
  if (decision.hold.has_value()) response.set_held_by(decision.hold->held_by);
  if (decision.outcome != v1::SIZE_OUTCOME_RECOMMENDED && decision.outcome != v1::SIZE_OUTCOME_BEST_EFFORT) return;
  const std::string& name = ladder.sizes()[static_cast<size_t>(decision.choice->size)].name;
  response.set_recommended_size(name);
  response.set_driver(decision.choice->driver);
  response.set_changed(name != current_size);
}

// Decides one request. `response` must already have the findings of the configuration.
absl::Status AnswerOne(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                       const v1::RecommendSizeOptions& option_message, v1::Detail default_detail,
                       v1::RecommendSizeResponse& response) {
  Findings findings(*response.mutable_findings());
  CheckCluster(request.cluster(), findings);
  const DecisionOptions options = ReadOptions(option_message, default_detail, findings);
  const Observation observation = ReadObservation(request, findings);
  if (!configuration.ladder.has_value() || findings.has_errors()) return InvalidArgument(response.findings());

  const SizeLadder& ladder = *configuration.ladder;
  const absl::optional<int> current_place = FindCurrent(ladder, request.current_size(), findings);
  const Decision decision = Decide(ladder, observation, options, current_place, findings);
  if (decision.capacity_missing && decision.outcome != v1::SIZE_OUTCOME_HELD) return configuration.memory_capacities;
  Answer(ladder, decision, request.current_size(), response);
  if (options.detail == v1::DETAIL_BRIEF) {
    response.clear_findings();
    return absl::OkStatus();
  }
  Explain(configuration, observation, decision, response);
  response.set_summary(Summarize(ladder, observation, decision, request.current_size()));
  response.set_config_generation(configuration.generation);
  return absl::OkStatus();
}

// Returns the options of an item. A field that the item does not set has the value of the batch.
v1::RecommendSizeOptions OptionsOf(const v1::BatchRecommendSizeRequest& batch, const v1::RecommendSizeRequest& item) {
  v1::RecommendSizeOptions options = batch.options();
  options.MergeFrom(item.options());
  return options;
}

// Returns the number of rows of the items with full detail.
int64_t CountRows(const v1::BatchRecommendSizeRequest& batch) {
  int64_t rows = 0;
  for (const v1::RecommendSizeRequest& item : batch.items()) {
    if (OptionsOf(batch, item).detail() != v1::DETAIL_FULL) continue;
    rows += (item.has_cluster_sizing_configuration() ? item.cluster_sizing_configuration()
                                                     : batch.cluster_sizing_configuration())
                .spec()
                .sizes_size();
  }
  return rows;
}

void CheckRows(int64_t rows, Findings& findings) {
  if (rows <= kMaxBatchRows) return;
  findings.Add(Rule::kLimitExceeded, "items", absl::StrCat(rows),
               absl::StrCat("the items with full detail have ", rows, " rows (items x sizes); at most ", kMaxBatchRows,
                            " are allowed"));
}

void AnswerItem(const SizeConfiguration& shared, const v1::BatchRecommendSizeRequest& batch,
                const v1::RecommendSizeRequest& item, v1::BatchRecommendSizeResult& result) {
  v1::RecommendSizeResponse& answer = *result.mutable_response();
  const v1::RecommendSizeOptions options = OptionsOf(batch, item);
  absl::Status status;
  if (item.has_cluster_sizing_configuration() || !batch.has_cluster_sizing_configuration()) {
    const SizeConfiguration own = CompileSizeConfiguration(item);
    *answer.mutable_findings() = own.findings;
    status = AnswerOne(own, item, options, v1::DETAIL_BRIEF, answer);
  } else {
    if (options.detail() == v1::DETAIL_FULL) *answer.mutable_findings() = shared.findings;
    status = AnswerOne(shared, item, options, v1::DETAIL_BRIEF, answer);
  }
  if (!status.ok()) SetRpcStatus(status, *result.mutable_error());
}

}  // namespace

absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) {
  return RecommendSizeWith(CompileSizeConfiguration(request), request, response);
}

absl::Status RecommendSizeWith(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                               v1::RecommendSizeResponse& response) {
  *response.mutable_findings() = configuration.findings;
  return AnswerOne(configuration, request, request.options(), v1::DETAIL_FULL, response);
}

absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request, absl::FunctionRef<bool()> cancelled,
                                v1::BatchRecommendSizeResponse& response) {
  Findings findings(*response.mutable_findings());
  CheckCount(request.items_size(), kMaxBatchItems, "items", findings);
  const int64_t rows = CountRows(request);
  CheckRows(rows, findings);
  SizeConfiguration shared;
  if (request.has_cluster_sizing_configuration()) {
    shared = CompileSizeConfiguration(request.cluster_sizing_configuration(), request.machine_sets());
    response.mutable_findings()->MergeFrom(shared.findings);
  }
  if (findings.has_errors() || (request.has_cluster_sizing_configuration() && !shared.ladder.has_value())) {
    return InvalidArgument(response.findings());
  }
  if (rows > 0 && shared.ladder.has_value()) PrepareRows(shared);
  response.mutable_results()->Reserve(request.items_size());
  for (int i = 0; i < request.items_size(); ++i) {
    if (i % kItemsBetweenChecks == 0 && cancelled()) return absl::CancelledError("the caller cancelled the call");
    AnswerItem(shared, request, request.items(i), *response.add_results());
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
