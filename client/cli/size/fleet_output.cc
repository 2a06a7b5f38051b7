#include "client/cli/size/fleet_output.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/resource_output.h"

namespace cpsizer::cli {
namespace {

// Demand, and headroom in percent of it.
std::string ShowDemand(const v1::RecommendSizeResponse& response, Resource resource) {
  const v1::SizeAssessment& assessment = AssessmentOf(response, resource);
  std::string text = ShowAmount(resource, assessment.demand());
  if (!assessment.demand().empty() && !assessment.in_play()) return absl::StrCat(text, " (unused)");
  if (assessment.has_headroom_ratio()) absl::StrAppend(&text, " ", ShowPercent(assessment.headroom_ratio()));
  return text;
}

std::string ShowHeadroom(const v1::RecommendSizeResponse& response, Resource resource) {
  const v1::SizeAssessment& assessment = AssessmentOf(response, resource);
  if (assessment.shortfall().empty()) return ShowAmount(resource, assessment.headroom());
  return absl::StrCat("-", ShowAmount(resource, assessment.shortfall()));
}

std::vector<Cell> Row(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response, bool wide,
                      absl::Time now) {
  std::vector<Cell> row = {{cluster.namespace_name},
                           {cluster.name},
                           {OrDash(cluster.current_size)},
                           ShowAnswer(response),
                           {ShowEnum(v1::SizeDriver_Name(response.driver()), "SIZE_DRIVER_")}};
  for (const Resource resource : kResources) row.push_back({ShowDemand(response, resource)});
  if (wide) {
    for (const Resource resource : kResources) row.push_back({ShowHeadroom(response, resource)});
    for (const Resource resource : kResources) {
      row.push_back({ShowFraction(AssessmentOf(response, resource).fraction())});
    }
    row.push_back({ShowAge(cluster.vpa_created, now)});
  }
  row.push_back({Why(cluster, response)});
  return row;
}

}  // namespace

Cell ShowAnswer(const v1::RecommendSizeResponse& response) {
  switch (response.outcome()) {
    case v1::SIZE_OUTCOME_RECOMMENDED:
      return {response.recommended_size(), response.changed() ? Style::kWarning : Style::kGood};
    case v1::SIZE_OUTCOME_BEST_EFFORT:
      return {absl::StrCat(response.recommended_size(), " (best effort)"), Style::kBad};
    case v1::SIZE_OUTCOME_HELD:
      return {response.would_recommend().empty() ? "held" : absl::StrCat("held (", response.would_recommend(), ")"),
              Style::kWarning};
    default:
      return {"-", Style::kDim};
  }
}

std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response) {
  const absl::string_view mark = cluster.eligible ? "" : "not opted in; ";
  if (cluster.vpa_status.has_value()) return absl::StrCat(mark, response.summary());
  return absl::StrCat(mark, "no recommendation: there is no VPA for it that can be read; the cluster stays ",
                      cluster.current_size.empty() ? "as it is" : cluster.current_size.c_str());
}

void PrintFleetTable(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, bool wide, absl::Time now, Screen& out) {
  std::vector<std::string> header = {"NAMESPACE", "NAME", "CURRENT", "RECOMMENDED", "DRIVER", "MEMORY", "CPU"};
  if (wide) {
    header.insert(header.end(), {"MEMORY HEADROOM", "CPU HEADROOM", "MEMORY FRACTION", "CPU FRACTION", "VPA AGE"});
  }
  header.push_back("WHY");
  Table table(std::move(header));
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (results[i].has_response()) table.AddRow(Row(clusters[i], results[i].response(), wide, now));
  }
  table.Print(out);
}

void PrintFleetNames(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, Screen& out) {
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!results[i].has_response()) continue;
    out.Line(absl::StrCat(ClusterName(clusters[i]), " ", OrDash(results[i].response().recommended_size())));
  }
}

nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster) {
  nlohmann::ordered_json item;
  item["cluster"] = {{"namespace", cluster.namespace_name}, {"name", cluster.name}};
  item["eligible"] = cluster.eligible;
  if (!cluster.current_size.empty()) item["currentSize"] = cluster.current_size;
  return item;
}

nlohmann::ordered_json FleetJson(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (size_t i = 0; i < clusters.size(); ++i) {
    items.push_back(ClusterJson(clusters[i]));
    items.back().update(ToJson(results[i]));
  }
  nlohmann::ordered_json list;
  list["items"] = std::move(items);
  return list;
}

std::string FleetSummary(absl::Span<const v1::BatchRecommendSizeResult> results) {
  int counts[v1::SizeOutcome_ARRAYSIZE] = {};
  int failed = 0;
  int changed = 0;
  for (const v1::BatchRecommendSizeResult& result : results) {
    if (result.has_error()) ++failed;
    if (!result.has_response() || !v1::SizeOutcome_IsValid(result.response().outcome())) continue;
    ++counts[result.response().outcome()];
    changed += result.response().changed() ? 1 : 0;
  }
  std::vector<std::string> parts;
  for (int outcome = v1::SIZE_OUTCOME_RECOMMENDED; outcome < v1::SizeOutcome_ARRAYSIZE; ++outcome) {
    const std::string word = ShowEnum(v1::SizeOutcome_Name(static_cast<v1::SizeOutcome>(outcome)), "SIZE_OUTCOME_");
    if (counts[outcome] > 0) parts.push_back(absl::StrCat(counts[outcome], " ", word));
  }
  if (failed > 0) parts.push_back(absl::StrCat(failed, " failed"));
  return absl::StrCat(Counted(results.size(), "cluster"), ": ", absl::StrJoin(parts, ", "), "; ", changed,
                      " would change");
}

}  // namespace cpsizer::cli
