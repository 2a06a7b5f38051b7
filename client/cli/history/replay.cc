#include "client/cli/history/replay.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/base/exit_code.h"
#include "client/cli/history/cluster_selection.h"
#include "client/cli/history/history_source.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_output.h"
#include "client/cli/history/replay_page.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet_cost.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/replay_report.h"
#include "client/history/timeline/fleet_timeline.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::cli {
namespace {

// A configuration of the replay.
struct Side {
  Sources sources;
  std::unique_ptr<history::Decider> decider;
  std::unique_ptr<history::FleetTimeline> timeline;  // null if the output has no charts
};

// The replay of one run. The configurations were already read.
class ReplayRun {
 public:
  ReplayRun(const ReplayFlags& flags, const history::ReplayOptions& options, NodePrices prices, BlockingService& client,
            Environment& environment)
      : flags_(flags),
        options_(options),
        prices_(std::move(prices)),
        client_(client),
        environment_(environment),
        replay_(options, names_) {}

  // Adds a configuration. Prints its findings and raises `exit_code`. Returns false if the configuration is refused.
  bool AddConfiguration(const Sources& sources, int& exit_code) {
    Screen& err = environment_.err;
    history::TransitionRules rules;
    std::unique_ptr<history::Decider> decider =
        MakeDecider(DecisionsOf(flags_, sources), sources, client_, err, rules, exit_code);
    if (decider == nullptr) return false;
    rules.immediate = flags_.immediate;
    if (!IsStructured(flags_.output)) ReportWarnings(decider->findings(), sources, sources.configuration.file, err);
    std::unique_ptr<history::FleetTimeline> timeline;
    if (flags_.output == OutputFormat::kHtml) {
      timeline = std::make_unique<history::FleetTimeline>(decider->sizes(), /*with_demand=*/sides_.empty());
    }
    replay_.AddConfiguration(*decider, std::move(rules), timeline.get());
    exit_code = std::max(exit_code, ReportHold(decider->findings(), sources, err));
    sides_.push_back({sources, std::move(decider), std::move(timeline)});
    return true;
  }

  // Reads the history, and prints the result. Returns the exit code.
  int Run(const objects::Inventory& inventory) {
    const HistorySource source(flags_, inventory, options_);
    ClusterSelection selection(flags_.clusters, names_.clusters);
    history::SeriesCounts counts;
    const auto take = [this](const history::Sample& sample) { return replay_.Add(sample); };
    absl::Status status = source.Read(names_, selection, take, counts, environment_);
    if (status.ok() && !selection.FoundAll(environment_.err)) return kExitUsage;
    if (status.ok()) status = replay_.Finish();
    if (!status.ok()) return Report(status, source);
    Print(counts);
    return kExitFine;
  }

 private:
  int Report(const absl::Status& status, const HistorySource& source) {
    if (replay_.failed_to_decide()) return ReportStatus(status, sides_.front().sources, "", environment_.err);
    return source.Report(status, environment_.err);
  }

  void Print(const history::SeriesCounts& counts) {
    ReplayResult result = {
        replay_, {replay_.used_samples(), replay_.ignored_samples(), counts}, {}, history::WorstFirst(replay_)};
    for (const auto& fleet : replay_.fleets()) result.figures.push_back(history::FiguresOf(replay_, *fleet, prices_));
    if (IsStructured(flags_.output)) {
      PrintStructured(ReplayJson(result), flags_.output, environment_.out);
    } else if (flags_.output == OutputFormat::kHtml) {
      PrintPage(result);
    } else {
      PrintReplay(result, flags_.output == OutputFormat::kWide, environment_.out);
    }
  }

  void PrintPage(const ReplayResult& result) {
    ReplayPage page = {result, {}};
    for (size_t i = 0; i < sides_.size(); ++i) {
      page.sides.push_back({sides_[i].sources.configuration.file, *replay_.fleets()[i], *sides_[i].timeline});
    }
    PrintReplayPage(page, environment_.out);
  }

  const ReplayFlags& flags_;
  const history::ReplayOptions& options_;
  const NodePrices prices_;
  BlockingService& client_;
  Environment& environment_;
  history::HistoryNames names_;
  std::vector<Side> sides_;
  history::Replay replay_;
};

int RunReplay(const ReplayFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  const absl::optional<history::ReplayOptions> options = ReadReplayOptions(flags, environment.now(), err);
  if (!options.has_value()) return kWrongFlags;
  absl::optional<NodePrices> prices = ReadPrices(flags.prices, err);
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

  ReplayRun run(flags, *options, *std::move(prices), *client, environment);
  int exit_code = std::max(now.exit_code, then.exit_code);
  std::vector<Sources> sources = {{*before, now.inventory.machine_sets}};
  if (!flags.with.empty()) sources.push_back(SourcesWith(*after, then.inventory, now.inventory));
  for (const Sources& side : sources) {
    if (!run.AddConfiguration(side, exit_code)) return exit_code;
  }
  return std::max(exit_code, run.Run(now.inventory));
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
