#include "client/cli/replicas/replica_output.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "cpsizer/status.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kOutcomePrefix = "REPLICAS_OUTCOME_";

Style OutcomeStyle(v1::ReplicasOutcome outcome) {
  switch (outcome) {
    case v1::REPLICAS_OUTCOME_RESCALE:
      return Style::kGood;
    case v1::REPLICAS_OUTCOME_METRICS_FAILED:
    case v1::REPLICAS_OUTCOME_TARGET_UNREADABLE:
      return Style::kBad;
    case v1::REPLICAS_OUTCOME_DISABLED:
      return Style::kWarning;
    default:
      return Style::kPlain;
  }
}

std::string OutcomeText(v1::ReplicasOutcome outcome) {
  return ShowEnum(v1::ReplicasOutcome_Name(outcome), kOutcomePrefix);
}

// Returns a number of a response, or "-" if the scale was not read, because the number is then unknown.
std::string NumberText(const v1::RecommendReplicasResponse& response, int32_t number) {
  return response.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE ? "-" : absl::StrCat(number);
}

const v1::ReplicasProposal* Winner(const v1::RecommendReplicasResponse& response) {
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    if (metric.wins()) return &metric;
  }
  return nullptr;
}

std::vector<Cell> Row(const NamespacedName& name, const v1::RecommendReplicasResponse& response, bool wide) {
  const v1::ReplicasProposal* winner = Winner(response);
  std::vector<Cell> row = {{OrDash(name.name_space)},
                           {name.name, Style::kBold},
                           {NumberText(response, response.current_replicas())},
                           {NumberText(response, response.desired_replicas())},
                           {OutcomeText(response.outcome()), OutcomeStyle(response.outcome())},
                           {winner == nullptr ? "-" : winner->name()}};
  if (wide) {
    row.push_back({winner == nullptr ? "-" : ShowMetricAmount(winner->name(), winner->usage())});
    row.push_back({winner == nullptr ? "-" : ShowMetricAmount(winner->name(), winner->target())});
    row.push_back({winner == nullptr ? "-" : absl::StrCat(winner->replicas())});
  }
  row.push_back({ShownSummary(response)});
  return row;
}

// Returns the row of an autoscaler that has no response.
std::vector<Cell> Undecided(const NamespacedName& name, const absl::Status& status, size_t columns) {
  std::vector<Cell> row(columns, Cell{"-"});
  row[0] = {OrDash(name.name_space)};
  row[1] = {name.name, Style::kBold};
  row[4] = {"not decided", Style::kBad};
  row.back() = {std::string(status.message())};
  return row;
}

}  // namespace

std::string ShownSummary(const v1::RecommendReplicasResponse& response) {
  const v1::ReplicasProposal* winner = Winner(response);
  if (winner == nullptr) return response.summary();
  const auto words = [winner](absl::string_view usage, absl::string_view target) {
    return absl::StrCat(winner->name(), " is ", usage, " with a target of ", target);
  };
  return absl::StrReplaceAll(
      response.summary(),
      {{words(winner->usage(), winner->target()),
        words(ShowMetricAmount(winner->name(), winner->usage()), ShowMetricAmount(winner->name(), winner->target()))}});
}

void PrintReplicaTable(const std::vector<ReplicaAnswer>& answers, bool wide, Screen& out) {
  std::vector<std::string> header = {"NAMESPACE", "NAME", "CURRENT", "DESIRED", "OUTCOME", "WINNER"};
  if (wide) header.insert(header.end(), {"USAGE", "TARGET", "PROPOSES"});
  header.emplace_back("WHY");
  const size_t columns = header.size();
  Table table(std::move(header));
  for (const ReplicaAnswer& answer : answers) {
    table.AddRow(answer.response.ok() ? Row(answer.name, *answer.response, wide)
                                      : Undecided(answer.name, answer.response.status(), columns));
  }
  table.Print(out);
}

void PrintReplicaNames(const std::vector<ReplicaAnswer>& answers, Screen& out) {
  for (const ReplicaAnswer& answer : answers) {
    if (!answer.response.ok()) continue;
    const v1::RecommendReplicasResponse& response = *answer.response;
    out.Line(absl::StrCat(answer.name.Full(), " ", NumberText(response, response.desired_replicas())));
  }
}

nlohmann::ordered_json ReplicaResponseJson(const v1::RecommendReplicasResponse& response) {
  nlohmann::ordered_json json = ToJson(response);
  if (!json.contains("metrics")) return json;
  for (nlohmann::ordered_json& metric : json["metrics"]) {
    for (const char* const ratio : {"ratio", "correctedRatio"}) {
      // A number that is not finite is a text in the JSON of protobuf.
      if (metric.contains(ratio) && metric[ratio].is_string()) metric.erase(ratio);
    }
  }
  return json;
}

nlohmann::ordered_json ReplicasJson(const std::vector<ReplicaAnswer>& answers) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const ReplicaAnswer& answer : answers) {
    nlohmann::ordered_json item;
    item["autoscaler"] = {{"namespace", answer.name.name_space}, {"name", answer.name.name}};
    item["minReplicas"] = answer.limits.least;
    item["maxReplicas"] = answer.limits.most;
    if (answer.response.ok()) {
      item["response"] = ReplicaResponseJson(*answer.response);
    } else {
      google::rpc::Status error;
      SetRpcStatus(answer.response.status(), error);
      item["error"] = ToJson(error);
    }
    items.push_back(std::move(item));
  }
  nlohmann::ordered_json list;
  list["items"] = std::move(items);
  return list;
}

std::string ReplicaCounts(const std::vector<ReplicaAnswer>& answers) {
  int counts[v1::ReplicasOutcome_ARRAYSIZE] = {};
  int failed = 0;
  for (const ReplicaAnswer& answer : answers) {
    if (!answer.response.ok()) {
      ++failed;
    } else if (v1::ReplicasOutcome_IsValid(answer.response->outcome())) {
      ++counts[answer.response->outcome()];
    }
  }
  std::vector<std::string> parts;
  for (int outcome = v1::REPLICAS_OUTCOME_RESCALE; outcome < v1::ReplicasOutcome_ARRAYSIZE; ++outcome) {
    if (counts[outcome] == 0) continue;
    parts.push_back(absl::StrCat(counts[outcome], " ", OutcomeText(static_cast<v1::ReplicasOutcome>(outcome))));
  }
  if (failed > 0) parts.push_back(absl::StrCat(failed, " not decided"));
  return absl::StrCat(Counted(answers.size(), "autoscaler"), ": ", absl::StrJoin(parts, ", "));
}

}  // namespace cpsizer::cli
