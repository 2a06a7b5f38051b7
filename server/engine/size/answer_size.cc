#include "server/engine/size/answer_size.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/text.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/explain.h"
#include "server/engine/size/node_count.h"
#include "server/engine/size/observation.h"
#include "server/engine/size/summary.h"

namespace cpsizer {
namespace {

void CheckCluster(const v1::ClusterReference& cluster, Findings& findings) {
  CheckNameLength(cluster.management_cluster(), "cluster.managementCluster", findings);
  CheckNameLength(cluster.namespace_(), "cluster.namespace", findings);
  CheckNameLength(cluster.name(), "cluster.name", findings);
}

// Returns nothing if the cluster has no size. Warns if the current size was renamed or removed.
absl::optional<CurrentSize> FindCurrent(const SizeLadder& ladder, absl::string_view current_size, Findings& findings) {
  if (current_size.empty()) return absl::nullopt;
  if (const absl::optional<int> index = ladder.IndexOf(current_size)) return CurrentSize{*index, true};
  findings.Add(Rule::kCurrentSizeUnknown, "currentSize", current_size,
               absl::StrCat("the configuration has no size \"", Quoted(current_size), "\""));
  return CurrentSize{static_cast<int>(ladder.sizes().size()) - 1, false};
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

}  // namespace

absl::Status AnswerSize(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                        const v1::RecommendSizeOptions& options, v1::Detail default_detail, SizeRows rows,
                        v1::RecommendSizeResponse& response) {
  Findings findings(*response.mutable_findings());
  CheckCluster(request.cluster(), findings);
  const DecisionOptions decision_options = ReadOptions(options, default_detail, findings);
  const Observation observation = ReadObservation(request, findings);
  CheckNodeCount(request, findings);
  if (!configuration.ladder.has_value() || findings.has_errors()) return InvalidArgument(response.findings());

  const SizeLadder& ladder = *configuration.ladder;
  const absl::optional<CurrentSize> current = FindCurrent(ladder, request.current_size(), findings);
  const Decision decision = Decide(ladder, observation, decision_options, current, findings);
  if (decision.capacity_missing && decision.outcome != v1::SIZE_OUTCOME_HELD) return configuration.memory_capacities;
  Answer(ladder, decision, request.current_size(), response);
  DecideByNodeCount(configuration.node_counts, request, decision_options.detail != v1::DETAIL_BRIEF, response);
  if (decision_options.detail == v1::DETAIL_BRIEF) {
    response.clear_findings();
    return absl::OkStatus();
  }
  Explain(configuration, observation, decision, rows, response);
  response.set_summary(Summarize(ladder, observation, decision, request.current_size()));
  response.set_config_generation(configuration.generation);
  return absl::OkStatus();
}

}  // namespace cpsizer
