#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_page.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/history/replay_run.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet_cost.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTotals;

constexpr size_t kMostClusters = 10;

void PrintSpan(const ReplayResult& result, Screen& out) {
  out.Line(SpanText(result));
  for (const std::string& note : NotesOf(result)) out.Line(note);
  out.EndLine();
}

const char* SideTitle(const ReplayResult& result, size_t side) {
  if (!result.ComparesSizing()) return side == 0 ? "BEFORE" : "AFTER";
  return result.figures[side].by == history::SizedBy::kNodes ? "BY NODES" : "BY RESOURCES";
}

void PrintFigures(const ReplayResult& result, Screen& out) {
  const bool two = result.figures.size() > 1;
  std::vector<std::string> titles = {"FIGURE"};
  for (size_t side = 0; two && side < 2; ++side) titles.emplace_back(SideTitle(result, side));
  titles.emplace_back(two ? "CHANGE" : "VALUE");
  Table table(titles);
  for (const ReplayFigure& figure : FigureRows(result.figures)) {
    std::vector<Cell> row;
    row.push_back({figure.name});
    for (const std::string& value : figure.values) row.push_back({value});
    if (two) row.push_back({figure.change});
    table.AddRow(std::move(row));
  }
  table.Print(out);
}

std::string LastSize(const history::FleetReplay& fleet, uint32_t cluster) {
  return SizeName(fleet, fleet.tracks()[cluster].size());
}

bool HasEvent(const ReplayResult& result, uint32_t cluster) {
  const auto has_event = [cluster](const auto& fleet) {
    const ClusterTotals& totals = fleet->tracks()[cluster].totals();
    return totals.transitions() > 0 || totals.short_of_any > 0 || totals.with_outcome[history::kBestEffort] > 0 ||
           totals.without_recommendation() > 0;
  };
  const auto& fleets = result.replay.fleets();
  return std::any_of(fleets.begin(), fleets.end(), has_event) ||
         LastSize(*fleets.front(), cluster) != LastSize(*fleets.back(), cluster);
}

void PrintClusters(const ReplayResult& result, bool wide, Screen& out) {
  std::vector<std::string> titles;
  for (const ClusterColumn& column : ClusterColumns(result)) titles.emplace_back(column.title);
  Table table(titles);
  size_t shown = 0;
  for (const uint32_t cluster : result.worst_first) {
    if (!wide && (shown == kMostClusters || !HasEvent(result, cluster))) continue;
    std::vector<Cell> row;
    for (std::string& text : ClusterTexts(result, cluster)) row.push_back({std::move(text)});
    table.AddRow(std::move(row));
    ++shown;
  }
  if (shown > 0) {
    out.EndLine();
    table.Print(out);
  }
  const size_t others = result.worst_first.size() - shown;
  if (others > 0) out.EndLine().Line(absl::StrCat(Counted(others, "more cluster"), "; -o wide shows all"));
}

void PrintReplay(const ReplayResult& result, bool wide, Screen& out) {
  PrintSpan(result, out);
  PrintFigures(result, out);
  PrintClusters(result, wide, out);
  if (const std::string rollout = RolloutText(result); !rollout.empty()) out.EndLine().Paragraph(rollout);
}

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

history::SizedBy SizingOf(const ReplayFlags& flags, size_t side) {
  using history::SizedBy;
  switch (flags.compare_by) {
    case CompareBy::kNodesResources:
      return side == 0 ? SizedBy::kNodes : SizedBy::kResources;
    case CompareBy::kResourcesNodes:
      return side == 0 ? SizedBy::kResources : SizedBy::kNodes;
    default:
      return flags.series == history::SeriesKind::kNodes ? SizedBy::kNodes : SizedBy::kResources;
  }
}

int RunReplay(const ReplayFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  const absl::optional<history::ReplayOptions> options = ReadReplayOptions(flags, environment.now(), err);
  if (!options.has_value()) return kWrongFlags;
  const absl::StatusOr<NodePrices> prices = ReadPrices(flags.prices);
  if (!prices.ok()) return PrintError(prices.status(), kWrongFlags, err);
  Inputs now;
  const objects::FoundConfiguration* const before = ReadConfiguration(flags.files, "-f", err, now);
  if (before == nullptr) return now.exit_code;
  Inputs then;
  const objects::FoundConfiguration* const after =
      flags.with.empty() ? before : ReadConfiguration(flags.with, "--with", err, then);
  if (after == nullptr) return std::max(now.exit_code, then.exit_code);
  if (const absl::Status status = CheckPrices(*prices, before->config, after->config); !status.ok()) {
    return PrintError(status, kWrongFlags, err);
  }
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;

  ReplayRun run(flags, *options, *client, environment);
  int exit_code = std::max(now.exit_code, then.exit_code);
  std::vector<Sources> sources = {{*before, now.inventory.machine_sets}};
  if (!flags.with.empty()) sources.push_back(SourcesWith(*after, then.inventory, now.inventory));
  if (flags.compare_by != CompareBy::kNone) sources.push_back(sources.front());
  for (size_t side = 0; side < sources.size(); ++side) {
    const bool with_timeline = flags.output == OutputFormat::kHtml;
    if (!run.AddConfiguration(sources[side], now.inventory, SizingOf(flags, side), with_timeline, exit_code)) {
      return exit_code;
    }
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
      "xlarge=3.36\n"
      "replay -f deploy/examples/nodes --history deploy/examples/history/node-counts.csv --series=nodes");
  return {app, [flags](Environment& environment) { return RunReplay(*flags, environment); }};
}

}  // namespace cpsizer::cli
