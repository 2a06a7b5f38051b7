#include "client/cli/ui/views/what_if.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/structured.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_body.h"
#include "client/cli/ui/api/body_prices.h"
#include "client/cli/ui/api/configuration_json.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/views/copy_commands.h"
#include "client/cli/ui/views/fleet_change.h"
#include "client/service/call_failure.h"

namespace cpsizer::cli {

using nlohmann::ordered_json;

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
