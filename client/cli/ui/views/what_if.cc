#include "client/cli/ui/views/what_if.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
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
namespace {

using nlohmann::ordered_json;

// Returns the indexes of the sizes that `patch` changes.
absl::btree_set<size_t> ChangedSizes(const ordered_json& patch) {
  absl::btree_set<size_t> changed;
  for (const ordered_json& operation : patch) {
    absl::string_view path = operation["path"].get_ref<const std::string&>();
    if (!absl::ConsumePrefix(&path, "/spec/sizes/")) continue;
    size_t index;
    if (absl::SimpleAtoi(path.substr(0, path.find('/')), &index)) changed.insert(index);
  }
  return changed;
}

// Returns the RFC 6902 patch of the spec. A patch names sizes by their index, so it first tests the names of the sizes
// that it changes: if a size was added or removed, the patch fails instead of changing another size.
ordered_json PatchOf(const FleetChange& change) {
  const auto spec_of = [](const Sources& sources) {
    nlohmann::json spec = nlohmann::json::parse(CompactText(KubernetesJson(sources.configuration.config.spec())));
    return nlohmann::json{{"spec", std::move(spec)}};
  };
  const auto& sizes = change.before.configuration.config.spec().sizes();
  const auto changes = ordered_json::parse(nlohmann::json::diff(spec_of(change.before), spec_of(change.after)).dump());
  ordered_json patch = ordered_json::array();
  for (const size_t index : ChangedSizes(changes)) {
    const auto size = static_cast<int>(index);
    if (size >= sizes.size() || sizes[size].name().empty()) continue;
    patch.push_back(
        {{"op", "test"}, {"path", absl::StrCat("/spec/sizes/", size, "/name")}, {"value", sizes[size].name()}});
  }
  patch.insert(patch.end(), changes.begin(), changes.end());
  return patch;
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

ui::ApiResponse DiffText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                         BlockingService& client, CurrentDecisions& current) {
  const absl::StatusOr<std::string> text = BodyText(body, "yaml");
  if (!text.ok()) return ErrorAnswer(text.status());
  absl::StatusOr<NodePrices> prices = BodyPrices(body, options.prices);
  if (!prices.ok()) return ErrorAnswer(prices.status());
  const ConfigurationText read = ReadConfigurationText(*text);
  ordered_json json = {
      {"revision", snapshot.revision},
      {"findings", ordered_json::array()},
      {"problems", ProblemsJson(read.problems)},
      {"diff", nullptr},
      {"rollout", nullptr},
      {"command", snapshot.configuration == nullptr ? ordered_json() : ordered_json(DiffCommand(options, *prices))},
      {"patch", nullptr},
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
  json["patch"] = PatchOf(change);
  // Like `diff`, which does not decide with a configuration that has a misspelt field.
  if (!read.found->unknown_fields.empty()) return JsonAnswer(json);
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
