#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/history/fit_flags.h"
#include "client/cli/history/fit_history.h"
#include "client/cli/history/fit_proposal.h"
#include "client/cli/history/fit_requests_run.h"
#include "client/cli/history/fit_result.h"
#include "client/cli/history/history_source.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet_cost.h"

namespace cpsizer::cli {
namespace {

// Returns an error unless each price is of a size, and each size has a price or none has.
absl::Status CheckFitPrices(const NodePrices& prices, const v1::ClusterSizingConfiguration& config) {
  if (absl::Status status = CheckPrices(prices, config, config); !status.ok() || prices.empty()) return status;
  std::vector<std::string> missing;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    if (!prices.contains(size.name())) missing.push_back(size.name());
  }
  if (missing.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--price: ", ListNames(missing),
                                                 missing.size() == 1 ? " has no price; " : " have no price; ",
                                                 "give a price for each size, or for none"));
}

// Prints the configuration with the proposed values, or the present one if no change is proposed.
void PrintConfiguration(const FitResult& result, const objects::FoundConfiguration& present, Screen& out) {
  out.Raw("# ").Line(result.summary);
  for (const FitChoice& choice : result.choices) {
    if (choice.mark == FitMark::kNone) continue;
    out.Raw("# ").Line(absl::StrFormat("%s: %s: cost %.1f, %.2f%% of the time short, %.2f reversals per week",
                                       MarkWord(choice.mark), ValuesText(choice, result.kind), choice.figures.cost,
                                       choice.figures.short_ratio * 100, choice.figures.reversals_per_week));
  }
  for (const v1::Finding& finding : present.unknown_fields) {
    out.Raw("# Add ").Raw(finding.path()).Line(" before you apply this configuration: unknown fields are not printed");
  }
  PrintStructured(ManifestJson(AsWritten(result.proposal.value_or(present.config))), OutputFormat::kYaml, out);
}

void Print(const FitResult& result, const objects::FoundConfiguration& present, OutputFormat format, Screen& out) {
  if (format == OutputFormat::kYaml) {
    PrintConfiguration(result, present, out);
  } else if (format == OutputFormat::kJson) {
    PrintStructured(FitJson(result), format, out);
  } else {
    PrintFit(result, out);
  }
}

int RunFit(const FitFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  const absl::optional<FitOptions> options = ReadFitOptions(flags, environment.now(), err);
  if (!options.has_value()) return kWrongFlags;
  if (flags.requests.requests) return RunFitRequests(flags, *options, environment);
  const absl::StatusOr<NodePrices> prices = ReadPrices(flags.replay.prices);
  if (!prices.ok()) return PrintError(prices.status(), kWrongFlags, err);
  Inputs inputs;
  const objects::FoundConfiguration* const found = ReadConfiguration(flags.replay.files, "-f", err, inputs);
  if (found == nullptr) return inputs.exit_code;
  if (const absl::Status priced = CheckFitPrices(*prices, found->config); !priced.ok()) {
    return PrintError(priced, kWrongFlags, err);
  }
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.replay.server, err);
  if (client == nullptr) return kWrongFlags;

  const Sources sources(*found, inputs.inventory.machine_sets);
  PrintReaderWarnings(*found, sources, err);
  const v1::BatchRecommendSizeRequest decisions = DecisionsOf(flags.replay, sources);
  int exit_code = inputs.exit_code;
  history::TransitionRules rules;
  const std::unique_ptr<history::Decider> decider = MakeDecider(decisions, sources, *client, err, rules, exit_code);
  if (decider == nullptr) return exit_code;
  // In all formats, because no format of the result has the findings.
  ReportWarnings(decider->findings(), sources, sources.configuration.file, err);
  decider->IgnoreLostFields();
  CompleteRules(flags.replay, inputs.inventory, rules);
  WarnIfNeverMoving(rules, sources, err);
  FitHistory history(flags, options->replay);
  absl::Status status;
  const HistorySource source(flags.replay, inputs.inventory, options->replay);
  const int read = history.Read(*decider, std::move(rules), source, environment, status);
  FitResult result;
  if (const std::string tiny = TinyMemory(history.counts(), SmallestSizeOf(*decider));
      read == kExitFine && !tiny.empty()) {
    PrintError(tiny, err);
    return std::max(exit_code, kExitUsage);
  }
  if (read == kExitFine) {
    status = Propose(flags, *options, decisions, *prices, history, *client, environment, result);
  }
  if (!status.ok()) return std::max(exit_code, ReportStatus(status, sources, "", err));
  if (read != kExitFine) return std::max(exit_code, read);
  Print(result, *found, flags.output, environment.out);
  if (result.failed) exit_code = std::max(exit_code, kExitFindings);
  return std::max(exit_code, ReportInvalid(decider->findings(), sources, err));
}

}  // namespace

Verb AddFit(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "fit", "Propose fractions, capacities or requests of sizes from the history of hosted clusters");
  auto flags = std::make_shared<FitFlags>();
  AddFitFlags(*app, *flags);
  app->footer(
      "fit -f deploy/examples/fleet --history deploy/examples/history/recommendations.csv --resource cpu\n"
      "fit -f deploy/examples/fleet --history deploy/examples/history/shares-usage.csv --node-history "
      "deploy/examples/history/shares-nodes.csv");
  return {app, [flags](Environment& environment) { return RunFit(*flags, environment); }};
}

}  // namespace cpsizer::cli
