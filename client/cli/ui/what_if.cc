#include "client/cli/ui/what_if.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/structured.h"
#include "client/cli/ui/api_answer.h"
#include "client/cli/ui/api_body.h"
#include "client/cli/ui/configuration_json.h"
#include "client/cli/ui/configuration_text.h"
#include "client/cli/ui/copy_commands.h"
#include "client/service/call_failure.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

// Reads `{"small": 0.42}`. An empty object means the prices of the command line.
absl::StatusOr<NodePrices> BodyPrices(const tree::Node& body, const NodePrices& of_flags) {
  const tree::Node* const map = body.Find("prices");
  if (map == nullptr || map->is_null()) return of_flags;
  if (!map->is_map()) return absl::InvalidArgumentError("prices: is not an object of a price for each size");
  if (map->entries.size() > kMaxSizes) return absl::InvalidArgumentError("prices: there are too many");
  NodePrices prices;
  for (const tree::Entry& entry : map->entries) {
    double price = 0;
    const bool is_number =
        (entry.value.kind == tree::NodeKind::kInteger || entry.value.kind == tree::NodeKind::kFloat) &&
        absl::SimpleAtod(entry.value.text, &price);
    if (!is_number || !(price >= 0 && price <= kMaxPrice)) {
      return absl::InvalidArgumentError(
          absl::StrCat("prices: the price of a node is not a number from 0 to ", kMaxPrice));
    }
    prices[entry.key] = price;
  }
  return prices.empty() ? of_flags : prices;
}

// Returns the RFC 6902 patch of the spec.
ordered_json PatchOf(const FleetChange& change) {
  const auto spec_of = [](const Sources& sources) {
    nlohmann::json spec = nlohmann::json::parse(CompactText(KubernetesJson(sources.configuration.config.spec())));
    return nlohmann::json{{"spec", std::move(spec)}};
  };
  return ordered_json::parse(nlohmann::json::diff(spec_of(change.before), spec_of(change.after)).dump());
}

}  // namespace

ui::ApiResponse ValidateText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client) {
  const absl::StatusOr<std::string> text = BodyText(body, "yaml");
  if (!text.ok()) return ErrorAnswer(text.status());
  const ConfigurationText read = ReadConfigurationText(*text);
  ordered_json json = {{"clusterSizingConfiguration", nullptr},
                       {"findings", ordered_json::array()},
                       {"problems", ProblemsJson(read.problems)}};
  if (read.found != nullptr) {
    absl::StatusOr<ordered_json> findings =
        FindingsJson(SourcesWith(*read.found, read.inputs.inventory, snapshot.inputs->inventory),
                     options.decision.cpu_policy(), client);
    if (!findings.ok()) return ErrorAnswer(findings.status());
    json["clusterSizingConfiguration"] = ToJson(Written(read.found->config));
    json["findings"] = *std::move(findings);
  }
  return JsonAnswer(json);
}

ui::ApiResponse DiffText(const PageOptions& options, const std::shared_ptr<const FleetSnapshot>& snapshot,
                         const tree::Node& body, BlockingService& client, CurrentDecisions& current) {
  const absl::StatusOr<std::string> text = BodyText(body, "yaml");
  if (!text.ok()) return ErrorAnswer(text.status());
  absl::StatusOr<NodePrices> prices = BodyPrices(body, options.prices);
  if (!prices.ok()) return ErrorAnswer(prices.status());
  const ConfigurationText read = ReadConfigurationText(*text);
  ordered_json json = {{"findings", ordered_json::array()},
                       {"problems", ProblemsJson(read.problems)},
                       {"diff", nullptr},
                       {"rollout", nullptr},
                       {"command", DiffCommand(options, *prices)},
                       {"patch", nullptr}};
  if (read.found == nullptr) return JsonAnswer(json);
  const objects::Inventory& now = snapshot->inputs->inventory;
  const Sources after = SourcesWith(*read.found, read.inputs.inventory, now);
  absl::StatusOr<ordered_json> findings = FindingsJson(after, options.decision.cpu_policy(), client);
  if (!findings.ok()) return ErrorAnswer(findings.status());
  json["findings"] = *std::move(findings);
  if (snapshot->configuration == nullptr) {
    json["problems"].push_back({{"message", "there is no current configuration to compare with"}});
    return JsonAnswer(json);
  }
  const FleetChange change = {Sources(*snapshot->configuration, now.machine_sets), after, *std::move(prices)};
  json["patch"] = PatchOf(change);
  // Like `diff`, which does not decide with a configuration that has a misspelt field.
  if (!read.found->unknown_fields.empty()) return JsonAnswer(json);
  absl::StatusOr<ChangeEffects> effects = CompareDecisions(options, change, snapshot, client, current);
  if (effects.ok()) {
    json["rollout"] = std::move(effects->rollout);
    json.erase("diff");
    return JsonAnswer(absl::StrCat("{", CompactMembers(json), ",\"diff\":", effects->diff, "}"));
  }
  if (!IsRefusal(effects.status())) return ErrorAnswer(effects.status());
  std::ostringstream printed;
  Screen err(printed, Terminal());
  ReportRefusal(effects.status(), after, client, "", err);
  json["problems"].push_back({{"message", PrintedErrors(printed.str())}});
  return JsonAnswer(json);
}

}  // namespace cpsizer::cli
