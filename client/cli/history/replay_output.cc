#include "client/cli/history/replay_output.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTotals;

constexpr size_t kMostClusters = 10;

void PrintSpan(const ReplayResult& result, Screen& out) {
  out.Line(SpanText(result));
  for (const std::string& note : NotesOf(result)) out.Line(note);
  out.EndLine();
}

void PrintFigures(const ReplayResult& result, Screen& out) {
  const bool two = result.figures.size() > 1;
  Table table(two ? std::vector<std::string>{"FIGURE", "BEFORE", "AFTER", "CHANGE"}
                  : std::vector<std::string>{"FIGURE", "VALUE"});
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
  Table table({std::begin(kClusterHeaders), std::end(kClusterHeaders)});
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

}  // namespace

void PrintReplay(const ReplayResult& result, bool wide, Screen& out) {
  PrintSpan(result, out);
  PrintFigures(result, out);
  PrintClusters(result, wide, out);
  if (const std::string rollout = RolloutText(result); !rollout.empty()) out.EndLine().Paragraph(rollout);
}

}  // namespace cpsizer::cli
