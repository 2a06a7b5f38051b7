#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/message_json.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/diff_output.h"
#include "client/cli/size/fleet_diff.h"
#include "client/cli/size/size_counts.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/api/row_json.h"
#include "client/cli/ui/views/copy_commands.h"
#include "client/cli/ui/views/page_answers.h"
#include "client/service/call_failure.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

// A change of the configuration. Without prices, no cost is computed.
struct FleetChange {
  Sources before;
  Sources after;
  NodePrices prices;
};

struct ChangeEffects {
  std::string diff;        // DiffJson() as text
  ordered_json rollout;    // null if there is none
  std::string no_rollout;  // why there is none; empty if there is one
};

// Decides all clusters. The responses are brief, except for the sizes of the first one.
absl::StatusOr<FleetResponse> DecideBriefly(const FleetInput& input, BlockingService& client) {
  FleetResponse all;
  bool has_ladder = false;
  const absl::Status status = DecideInParts(input, client, [&](size_t /*first*/, FleetResponse& part) {
    for (v1::BatchRecommendSizeResult& result : part.results) {
      if (result.has_response()) {
        google::protobuf::RepeatedPtrField<v1::SizeRow> sizes;
        if (!std::exchange(has_ladder, has_ladder || result.response().sizes_size() > 0)) {
          sizes.Swap(result.mutable_response()->mutable_sizes());
        }
        MakeBrief(*result.mutable_response());
        sizes.Swap(result.mutable_response()->mutable_sizes());
      }
      all.results.push_back(std::move(result));
    }
  });
  if (!status.ok()) return status;
  return all;
}

// Adds the node-hours to the sizes of a diff. Each side has the placeholders of its own configuration.
void AddNodeHours(const std::vector<SizeCount>& counts, const FleetChange& change, ordered_json& sizes) {
  const std::vector<SizeNodeHours> before = NodeHoursPerDay(counts, change.before.configuration.config);
  const std::vector<SizeNodeHours> after = NodeHoursPerDay(counts, change.after.configuration.config);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (!before[i].hours_before.has_value()) continue;
    sizes[i]["nodeHoursPerDayBefore"] = *before[i].hours_before;
    sizes[i]["nodeHoursPerDay"] = *after[i].hours;
  }
}

void AppendSide(const char* side, const v1::RecommendSizeResponse& response, std::string& text) {
  absl::StrAppend(&text, ",\"", side, "\":");
  if (response.sizes_size() == 0) return AppendCompactJson(response, text);
  // The first response has the sizes, for CompareFleets().
  v1::RecommendSizeResponse brief = response;
  MakeBrief(brief);
  AppendCompactJson(brief, text);
}

// Returns DiffJson() as text. A tree of the responses would need most of the time of an edit.
std::string DiffTextOf(const FleetDiff& diff, const ordered_json& totals) {
  std::string text = "{\"items\":[";
  bool first = true;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays) continue;
    absl::StrAppend(&text, first ? "{" : ",{", CompactMembers(DiffItemJson(cluster)));
    first = false;
    if (cluster.error_before == nullptr) AppendSide("before", *cluster.before, text);
    if (cluster.error_after == nullptr) AppendSide("after", *cluster.after, text);
    text.push_back('}');
  }
  absl::StrAppend(&text, "],", CompactMembers(totals), "}");
  return text;
}

// Decides the clusters of `snapshot` with the new configuration. Gets the decisions with the current configuration from
// `current`. Errors: those of the service.
absl::StatusOr<ChangeEffects> CompareDecisions(const PageOptions& options, const FleetChange& change,
                                               const FleetSnapshot& snapshot, BlockingService& client,
                                               CurrentDecisions& current) {
  const absl::Span<const objects::HostedCluster> clusters = snapshot.inputs->inventory.clusters;
  const absl::StatusOr<CurrentDecisions::Decisions> before = current.Get(snapshot.revision, [&] {
    return DecideBriefly({change.before, options.decision, clusters, options.now()}, client);
  });
  if (!before.ok()) return before.status();
  const absl::StatusOr<FleetResponse> after =
      DecideBriefly({change.after, options.decision, clusters, options.now()}, client);
  if (!after.ok()) return after.status();
  const FleetDiff diff = CompareFleets(clusters, (*before)->results, after->results,
                                       OperatorRules(change.before.configuration.config, options.now()),
                                       OperatorRules(change.after.configuration.config, options.now()));
  const DiffOutlook outlook = OutlookOf(diff, change.prices, change.before.configuration.config,
                                        change.after.configuration.config, options.now());
  ordered_json totals = DiffTotalsJson(diff, outlook);
  AddNodeHours(diff.counts, change, totals["sizes"]);
  return ChangeEffects{DiffTextOf(diff, totals), totals.value("rollout", ordered_json()), outlook.no_rollout};
}

}  // namespace

ui::ApiResponse ValidateText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client) {
  const absl::StatusOr<std::string> text = BodyText(body, "yaml");
  if (!text.ok()) return ErrorAnswer(text.status());
  ConfigurationText read = ReadConfigurationText(*text);
  KeepStatus(snapshot.configuration, read);
  ordered_json json = {{"clusterSizingConfiguration", nullptr},
                       {"findings", ordered_json::array()},
                       {"problems", ProblemsJson(read.problems)}};
  if (read.found != nullptr) {
    absl::StatusOr<ordered_json> findings =
        FindingsJson(SourcesWith(*read.found, read.inputs.inventory, snapshot.inputs->inventory),
                     options.decision.cpu_policy(), client);
    if (!findings.ok()) return ErrorAnswer(findings.status());
    json["clusterSizingConfiguration"] = ToJson(AsWritten(read.found->config));
    json["findings"] = *std::move(findings);
  }
  return JsonAnswer(json);
}

ui::ApiResponse DiffText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                         BlockingService& client, CurrentDecisions& current) {
  const absl::StatusOr<std::string> text = BodyText(body, "yaml");
  if (!text.ok()) return ErrorAnswer(text.status());
  absl::StatusOr<NodePrices> prices = BodyPrices(body, options.prices);
  if (!prices.ok()) return ErrorAnswer(prices.status());
  ConfigurationText read = ReadConfigurationText(*text);
  KeepStatus(snapshot.configuration, read);
  ordered_json json = {
      {"findings", ordered_json::array()},
      {"problems", ProblemsJson(read.problems)},
      {"diff", nullptr},
      {"rollout", nullptr},
      {"command", snapshot.configuration == nullptr ? ordered_json() : ordered_json(DiffCommand(options, *prices))},
      {"noDecision", nullptr}};
  if (read.found == nullptr) return JsonAnswer(json);
  const objects::Inventory& now = snapshot.inputs->inventory;
  const Sources after = SourcesWith(*read.found, read.inputs.inventory, now);
  absl::StatusOr<ordered_json> findings = FindingsJson(after, options.decision.cpu_policy(), client);
  if (!findings.ok()) return ErrorAnswer(findings.status());
  json["findings"] = *std::move(findings);
  if (snapshot.configuration == nullptr) {
    json["noDecision"] = snapshot.no_decision;
    return JsonAnswer(json);
  }
  const FleetChange change = {Sources(*snapshot.configuration, now.machine_sets), after, *std::move(prices)};
  // Like `diff`, which does not decide with a configuration that has a misspelt field.
  if (objects::FirstReaderError(*read.found) != nullptr) return JsonAnswer(json);
  absl::StatusOr<ChangeEffects> effects = CompareDecisions(options, change, snapshot, client, current);
  if (effects.ok()) {
    json["rollout"] = std::move(effects->rollout);
    if (!effects->no_rollout.empty()) json["notes"] = {effects->no_rollout};
    json.erase("diff");
    return JsonAnswer(absl::StrCat("{", CompactMembers(json), ",\"diff\":", effects->diff, "}"));
  }
  if (!IsRefusal(effects.status())) return ErrorAnswer(effects.status());
  std::ostringstream printed;
  Screen err(printed, Terminal());
  ReportRefusal(effects.status(), after, client, "", err);
  AddPrintedErrors(printed.str(), json["problems"]);
  return JsonAnswer(json);
}

ui::ApiResponse CostAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body) {
  const absl::StatusOr<NodePrices> prices = BodyPrices(body, options.prices);
  if (!prices.ok()) return ErrorAnswer(prices.status());
  ordered_json cost;
  if (snapshot.configuration != nullptr && !prices->empty()) {
    const v1::ClusterSizingConfiguration& config = snapshot.configuration->config;
    cost = CostJson(CostOf(snapshot.counts, *prices, config, config));
  }
  return JsonAnswer({{"cost", std::move(cost)}});
}

}  // namespace cpsizer::cli
