#include "client/cli/history/replay.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/base/exit_code.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_output.h"
#include "client/cli/history/replay_page.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/history/replay_run.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet_cost.h"

namespace cpsizer::cli {
namespace {

void Print(const ReplayFlags& flags, const NodePrices& prices, const ReplayRun& run, Screen& out) {
  const ReplayResult result = run.Result(prices);
  if (IsStructured(flags.output)) {
    PrintStructured(ReplayJson(result), flags.output, out);
  } else if (flags.output == OutputFormat::kHtml) {
    PrintReplayPage({result, run.Sides()}, out);
  } else {
    PrintReplay(result, flags.output == OutputFormat::kWide, out);
  }
}

int RunReplay(const ReplayFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  const absl::optional<history::ReplayOptions> options = ReadReplayOptions(flags, environment.now(), err);
  if (!options.has_value()) return kWrongFlags;
  const absl::optional<NodePrices> prices = ReadPrices(flags.prices, err);
  if (!prices.has_value()) return kWrongFlags;
  Inputs now;
  const objects::FoundConfiguration* const before = ReadConfiguration(flags.files, "-f", err, now);
  if (before == nullptr) return now.exit_code;
  Inputs then;
  const objects::FoundConfiguration* const after =
      flags.with.empty() ? before : ReadConfiguration(flags.with, "--with", err, then);
  if (after == nullptr) return std::max(now.exit_code, then.exit_code);
  if (!PricesAreOfSizes(*prices, before->config, after->config, err)) return kWrongFlags;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;

  ReplayRun run(flags, *options, *client, environment);
  int exit_code = std::max(now.exit_code, then.exit_code);
  std::vector<Sources> sources = {{*before, now.inventory.machine_sets}};
  if (!flags.with.empty()) sources.push_back(SourcesWith(*after, then.inventory, now.inventory));
  for (const Sources& side : sources) {
    if (!run.AddConfiguration(side, now.inventory, flags.output == OutputFormat::kHtml, exit_code)) return exit_code;
  }
  const int unread = run.Read(now.inventory);
  if (unread == kExitFine) Print(flags, *prices, run, environment.out);
  return std::max(exit_code, unread);
}

}  // namespace

Verb AddReplay(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "replay", "Show the sizes that hosted clusters would have had in the past, with one configuration or with two");
  auto flags = std::make_shared<ReplayFlags>();
  AddReplayFlags(*app, *flags);
  app->footer(
      "replay -f deploy/examples/fleet --history deploy/examples/history/recommendations.csv\n"
      "replay -f deploy/examples/fleet --history deploy/examples/history/recommendations.csv --with "
      "deploy/examples/proposed-configuration.yaml --price small=0.42 --price medium=0.84 --price large=1.68 --price "
      "xlarge=3.36");
  return {app, [flags](Environment& environment) { return RunReplay(*flags, environment); }};
}

}  // namespace cpsizer::cli
