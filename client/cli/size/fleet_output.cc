#include "client/cli/size/fleet_output.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/output/message_json.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/resource_output.h"
#include "server/process/enum_word.h"
#include "server/process/show_time.h"

namespace cpsizer::cli {
namespace {

// Returns the demand, and the headroom in percent of the demand. If the decision does not use the demand, returns the
// demand and `(unused)`.
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

// Returns the same as ShowDemand() in fewer characters, such as `110Gi -13%`.
std::string ShowShortDemand(const v1::RecommendSizeResponse& response, Resource resource) {
  const v1::SizeAssessment& assessment = AssessmentOf(response, resource);
  std::string text = ShowShortAmount(resource, assessment.demand());
  // A demand that the decision does not use has no headroom.
  if (!assessment.demand().empty() && !assessment.in_play()) return absl::StrCat(text, " -");
  if (!assessment.has_headroom_ratio()) return text;
  return absl::StrCat(text, " ", absl::StrReplaceAll(ShowPercent(assessment.headroom_ratio()), {{"+", ""}}));
}

// Returns the name of an enum value without `prefix`, such as `MEMORY`.
std::string EnumId(absl::string_view name, absl::string_view prefix) {
  const absl::string_view id = server::EnumWord(name, prefix);
  return id.empty() ? "-" : std::string(id);
}

std::string OutcomeId(const v1::RecommendSizeResponse& response) {
  return EnumId(v1::SizeOutcome_Name(response.outcome()), "SIZE_OUTCOME_");
}

std::string DriverId(const v1::RecommendSizeResponse& response) {
  return EnumId(v1::SizeDriver_Name(response.driver()), "SIZE_DRIVER_");
}

// Returns the driver, or NODES for a size by the number of nodes.
std::string DriverId(const FleetRow& row) {
  const v1::RecommendSizeResponse& response = row.result->response();
  const bool by_nodes = row.cluster->basis == objects::SizeBasis::kNodes && !response.recommended_size().empty();
  return by_nodes ? "NODES" : DriverId(response);
}

}  // namespace

std::string HoldRuleId(const v1::RecommendSizeResponse& response) {
  return EnumId(v1::SizeHoldRule_Name(response.held_by()), "SIZE_HOLD_RULE_");
}

namespace {

Cell ShowOutcome(const v1::RecommendSizeResponse& response) {
  switch (response.outcome()) {
    case v1::SIZE_OUTCOME_RECOMMENDED:
      return {response.recommended_size(), response.changed() ? Style::kWarning : Style::kGood};
    case v1::SIZE_OUTCOME_BEST_EFFORT:
      return {absl::StrCat(response.recommended_size(), " ", OutcomeId(response)), Style::kBad};
    case v1::SIZE_OUTCOME_HELD:
      return {absl::StrCat(OutcomeId(response), " ", HoldRuleId(response)), Style::kWarning};
    default:
      return {OutcomeId(response), Style::kDim};
  }
}

// Returns the cells of the columns RECOMMENDED and DRIVER of a one-line row. The cell of an answer with a word in
// capitals covers both columns, because this word is more important than the driver.
std::vector<Cell> ShortAnswer(const FleetRow& row) {
  const v1::RecommendSizeResponse& response = row.result->response();
  Cell answer = ShowAnswer(response, row.effect);
  if (response.outcome() == v1::SIZE_OUTCOME_RECOMMENDED && row.effect == OperatorEffect::kApplies) {
    return {std::move(answer), {DriverId(row)}};
  }
  answer.columns = 2;
  return {std::move(answer), {}};
}

std::vector<Cell> ShortRow(const FleetRow& shown) {
  const objects::HostedCluster& cluster = *shown.cluster;
  const v1::RecommendSizeResponse& response = shown.result->response();
  std::vector<Cell> row = {{cluster.namespace_name}, {cluster.name}, {OrDash(SizeNow(cluster))}};
  for (Cell& cell : ShortAnswer(shown)) row.push_back(std::move(cell));
  for (const Resource resource : kResources) row.push_back({ShowShortDemand(response, resource)});
  return row;
}

std::vector<Cell> WideRow(const FleetRow& shown, absl::Time now) {
  const objects::HostedCluster& cluster = *shown.cluster;
  const v1::RecommendSizeResponse& response = shown.result->response();
  std::vector<Cell> row = {{cluster.namespace_name},
                           {cluster.name},
                           {OrDash(SizeNow(cluster))},
                           ShowAnswer(response, shown.effect),
                           {DriverId(shown)}};
  for (const Resource resource : kResources) row.push_back({ShowDemand(response, resource)});
  for (const Resource resource : kResources) row.push_back({ShowHeadroom(response, resource)});
  for (const Resource resource : kResources) {
    row.push_back({ShowFraction(AssessmentOf(response, resource).fraction())});
  }
  row.push_back({ShowAge(cluster.vpa_created, now)});
  row.push_back({OrDash(cluster.recommended_annotation)});
  row.push_back({cluster.node_count.has_value() ? absl::StrCat(*cluster.node_count) : "-"});
  row.push_back({std::string(DecidedBy(shown.effect, cluster))});
  row.push_back({Why(cluster, response, shown.effect)});
  return row;
}

std::vector<std::string> HeaderOf(bool wide) {
  std::vector<std::string> header = {"NAMESPACE", "NAME", "CURRENT", "RECOMMENDED", "DRIVER", "MEMORY", "CPU"};
  if (wide) {
    header.insert(header.end(), {"MEMORY HEADROOM", "CPU HEADROOM", "MEMORY FRACTION", "CPU FRACTION", "VPA AGE",
                                 "ANNOTATION", "NODES", "BY", "WHY"});
  }
  return header;
}

// Returns the row of a cluster without a decision. If `wide`, the row has the error in the column WHY.
std::vector<Cell> FailedRow(const FleetRow& failed, bool wide) {
  std::vector<Cell> row(HeaderOf(wide).size(), Cell{"-"});
  row[0] = {failed.cluster->namespace_name};
  row[1] = {failed.cluster->name};
  row[2] = {OrDash(SizeNow(*failed.cluster))};
  row[3] = {std::string(kFailed), Style::kBad};
  if (wide) row.back() = {OrDash(failed.result->error().message())};
  return row;
}

}  // namespace

Cell ShowAnswer(const v1::RecommendSizeResponse& response, OperatorEffect effect) {
  Cell answer = ShowOutcome(response);
  if (const absl::string_view word = EffectWord(effect); !word.empty()) {
    absl::StrAppend(&answer.text, " ", word);
    answer.style = effect == OperatorEffect::kOverrideUnknown ? Style::kBad : Style::kDim;
  }
  return answer;
}

std::string WhyWithoutVpa(const objects::HostedCluster& cluster) {
  return absl::StrCat("no recommendation: there is no VPA of the cluster that can be read; the cluster stays ",
                      cluster.current_size.empty() ? "as it is" : cluster.current_size.c_str());
}

std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response,
                OperatorEffect effect) {
  std::string unapplied = WhyNotApplied(effect, cluster, response.recommended_size());
  if (effect == OperatorEffect::kNodesNotCounted) return unapplied;
  const bool has_summary = cluster.vpa_status.has_value() || cluster.basis == objects::SizeBasis::kNodes;
  return absl::StrCat(unapplied, unapplied.empty() ? "" : "; ",
                      has_summary ? response.summary() : WhyWithoutVpa(cluster));
}

Table FleetTable::Make() const {
  TableStyle style;
  style.header = widths_.empty();
  style.min_widths = widths_;
  if (!wide_) {
    style.gap = 2;
    style.one_line = true;
    style.kept = 5;  // the columns up to DRIVER, because the cell of an outcome may also cover this column
  }
  return Table(HeaderOf(wide_), std::move(style));
}

void FleetTable::Finish(const Table& table, Screen& out) {
  table.Print(out);
  if (widths_.empty()) widths_ = table.Widths();
}

void FleetTable::Print(absl::Span<const FleetRow> rows, Screen& out) {
  Table table = Make();
  for (const FleetRow& row : rows) {
    if (!row.result->has_response()) {
      table.AddRow(FailedRow(row, wide_));
      continue;
    }
    table.AddRow(wide_ ? WideRow(row, now_) : ShortRow(row));
  }
  Finish(table, out);
}

void FleetTable::PrintDeleted(absl::Span<const objects::HostedCluster> clusters, Screen& out) {
  Table table = Make();
  for (const objects::HostedCluster& cluster : clusters) {
    std::vector<Cell> row(HeaderOf(wide_).size(), Cell{"-"});
    row[0] = {cluster.namespace_name};
    row[1] = {cluster.name};
    row[2] = {OrDash(SizeNow(cluster))};
    row[3] = {"(deleted)", Style::kDim};
    table.AddRow(std::move(row));
  }
  Finish(table, out);
}

void PrintFleetNames(absl::Span<const FleetRow> rows, Screen& out) {
  for (const FleetRow& row : rows) {
    if (!row.result->has_response()) continue;
    out.Line(absl::StrCat(ClusterName(*row.cluster), " ", OrDash(row.result->response().recommended_size())));
  }
}

nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster) {
  nlohmann::ordered_json item;
  item["cluster"] = {{"namespace", cluster.namespace_name}, {"name", cluster.name}};
  item["eligible"] = cluster.eligible;
  if (!cluster.current_size.empty()) item["currentSize"] = cluster.current_size;
  if (!cluster.size_label.empty()) item["sizeLabel"] = cluster.size_label;
  if (!cluster.recommended_annotation.empty()) item["recommendedAnnotation"] = cluster.recommended_annotation;
  if (cluster.node_count.has_value()) item["nodeCount"] = *cluster.node_count;
  if (!cluster.size_override.empty()) item["sizeOverride"] = cluster.size_override;
  if (!cluster.override_write.manager.empty()) item["sizeOverrideManager"] = cluster.override_write.manager;
  if (!cluster.override_write.time.empty()) item["sizeOverrideTime"] = cluster.override_write.time;
  if (!cluster.invalid_pause.empty()) {
    item["pausedUntil"] = "invalid";
  } else if (cluster.paused_until == absl::InfiniteFuture()) {
    item["pausedUntil"] = "forever";
  } else if (cluster.paused_until != absl::InfinitePast()) {
    item["pausedUntil"] = server::ShowTime(cluster.paused_until);
  }
  return item;
}

void AddEffect(OperatorEffect effect, const objects::HostedCluster& cluster, absl::string_view recommended,
               nlohmann::ordered_json& item) {
  if (effect == OperatorEffect::kApplies) return;
  item["notApplied"] = EffectWord(effect);
  item["whyNotApplied"] = WhyNotApplied(effect, cluster, recommended);
}

nlohmann::ordered_json ItemStart(const objects::HostedCluster& cluster, OperatorEffect effect,
                                 absl::string_view recommended) {
  nlohmann::ordered_json item = ClusterJson(cluster);
  item["by"] = DecidedBy(effect, cluster);
  AddEffect(effect, cluster, recommended, item);
  return item;
}

namespace {

nlohmann::ordered_json ItemStart(const FleetRow& row) {
  return ItemStart(*row.cluster, row.effect, row.result->response().recommended_size());
}

}  // namespace

nlohmann::ordered_json FleetItemJson(const FleetRow& row) {
  nlohmann::ordered_json item = ItemStart(row);
  item.update(ToJson(*row.result));
  return item;
}

void PrintFleetJson(absl::Span<const FleetRow> rows, Screen& out) {
  constexpr int kIndent = 4;
  if (rows.empty()) return PrintStructured(FleetJson(rows), OutputFormat::kJson, out);
  out.Raw("{\n  \"items\": [");
  std::string text;
  for (const FleetRow& row : rows) {
    text = absl::StrReplaceAll(ItemStart(row).dump(2, ' ', true), {{"\n", "\n    "}});
    // Replaces the last line, which is the closing bracket, with the members of the result.
    text.erase(text.rfind('\n'));
    std::string result;
    AppendJson(*row.result, kIndent, result);
    absl::StrAppend(&text, result == "{}" ? "\n    }" : ",", result == "{}" ? "" : result.substr(1));
    out.Raw(row.cluster == rows.front().cluster ? "\n    " : ",\n    ").Raw(text);
  }
  out.Raw("\n  ]\n}\n");
}

nlohmann::ordered_json FleetJson(absl::Span<const FleetRow> rows) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const FleetRow& row : rows) items.push_back(FleetItemJson(row));
  nlohmann::ordered_json list;
  list["items"] = std::move(items);
  return list;
}

}  // namespace cpsizer::cli
