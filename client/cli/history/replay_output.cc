#include "client/cli/history/replay_output.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTotals;

constexpr size_t kMostClusters = 10;

void PrintSpan(const ReplayResult& result, Screen& out) {
  const history::Replay& replay = result.replay;
  out.Line(absl::StrCat(ShowReplayTime(replay.begin()), " to ", ShowReplayTime(replay.end()), ", ",
                        ShowHours(replay.end() - replay.begin()), ": ", Counted(result.worst_first.size(), "cluster"),
                        ", ", Counted(static_cast<size_t>(replay.used_samples()), "sample")));
  std::vector<std::string> left_out;
  const auto add = [&left_out](int64_t count, absl::string_view word) {
    if (count > 0) left_out.push_back(Counted(static_cast<size_t>(count), word));
  };
  add(replay.ignored_samples(), "ignored sample");
  add(result.counts.duplicates, "duplicate");
  add(result.counts.gaps, "gap");
  if (result.counts.other_series > 0) left_out.push_back(absl::StrCat(result.counts.other_series, " other series"));
  if (!left_out.empty()) out.Line(absl::StrCat("Left out: ", absl::StrJoin(left_out, ", ")));
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

// Returns the values of both configurations, such as `2 / 5`, or one value if they are equal.
std::string Both(const ReplayResult& result, const std::function<std::string(const history::FleetReplay&)>& value) {
  std::vector<std::string> values;
  for (const auto& fleet : result.replay.fleets()) values.push_back(value(*fleet));
  if (values.size() > 1 && values[0] == values[1]) values.pop_back();
  return absl::StrJoin(values, " / ");
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

std::vector<Cell> ClusterRow(const ReplayResult& result, uint32_t cluster) {
  const auto both = [&](const std::function<std::string(const ClusterTotals&)>& value) {
    return Cell{
        Both(result, [&](const history::FleetReplay& fleet) { return value(fleet.tracks()[cluster].totals()); })};
  };
  const auto time = [](int64_t milliseconds) {
    return milliseconds == 0 ? "-" : ShowHours(absl::Milliseconds(milliseconds));
  };
  const std::string& name = result.replay.names().clusters.Name(cluster);
  const std::vector<std::string> parts = absl::StrSplit(name, absl::MaxSplits('/', 1));
  return {{parts.size() == 2 ? parts[0] : "-"},
          {parts.back()},
          both([](const ClusterTotals& totals) { return absl::StrCat(totals.transitions()); }),
          both([](const ClusterTotals& totals) { return absl::StrCat(totals.reversals); }),
          both([&](const ClusterTotals& totals) { return time(totals.short_of_any); }),
          both([&](const ClusterTotals& totals) { return time(totals.with_outcome[history::kBestEffort]); }),
          both([&](const ClusterTotals& totals) { return time(totals.without_recommendation()); }),
          both([](const ClusterTotals& totals) {
            return std::isfinite(totals.least_headroom) ? ShowPercent(totals.least_headroom) : "-";
          }),
          {Both(result,
                [&](const history::FleetReplay& fleet) {
                  return OrDash(SizeName(fleet, fleet.tracks()[cluster].totals().first_size));
                })},
          {Both(result, [&](const history::FleetReplay& fleet) { return OrDash(LastSize(fleet, cluster)); })}};
}

void PrintClusters(const ReplayResult& result, bool wide, Screen& out) {
  Table table({"NAMESPACE", "NAME", "TRANSITIONS", "REVERSALS", "SHORT", "NO FIT", "HELD", "LEAST HEADROOM",
               "FIRST SIZE", "LAST SIZE"});
  size_t shown = 0;
  for (const uint32_t cluster : result.worst_first) {
    if (!wide && (shown == kMostClusters || !HasEvent(result, cluster))) continue;
    table.AddRow(ClusterRow(result, cluster));
    ++shown;
  }
  if (shown > 0) {
    out.EndLine();
    table.Print(out);
  }
  const size_t others = result.worst_first.size() - shown;
  if (others > 0) out.EndLine().Line(absl::StrCat(Counted(others, "more cluster"), "; -o wide shows all"));
}

void PrintRollout(const history::Rollout& rollout, Screen& out) {
  std::string line = "No cluster moves to another size if the new configuration is applied at the end.";
  if (rollout.moved > 0) {
    line = absl::StrCat("If the new configuration is applied at the end, ", Counted(rollout.moved, "cluster"),
                        rollout.moved == 1 ? " moves" : " move", " to another size",
                        rollout.duration > absl::ZeroDuration()
                            ? absl::StrCat("; this takes at least ", absl::FormatDuration(rollout.duration), ".")
                            : " at once.");
  }
  if (rollout.stuck > 0) line = absl::StrCat(Counted(rollout.stuck, "cluster"), " cannot move to the new size.");
  out.EndLine().Paragraph(line);
}

}  // namespace

void PrintReplay(const ReplayResult& result, bool wide, Screen& out) {
  PrintSpan(result, out);
  PrintFigures(result, out);
  PrintClusters(result, wide, out);
  if (result.replay.rollout().has_value()) PrintRollout(*result.replay.rollout(), out);
}

}  // namespace cpsizer::cli
